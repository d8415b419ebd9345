#include "debugger_ui/session_thread/tasks/background_tasks.h"

#include "debugger_ui/session_thread/snapshot_extension.h"

#include <utility>

namespace fungescope::ui {

BackgroundTasks::BackgroundTasks(InputReads& reads) {
  tasks_.push_back(make_input_task(reads));
  for (const SnapshotExtension* const extension : snapshot_extensions()) {
    for (auto& task : extension->make_tasks()) tasks_.push_back(std::move(task));
  }
  tasks_.push_back(make_trail_task());
  tasks_.push_back(make_timeline_task());
  tasks_.push_back(make_heat_task());
}

void BackgroundTasks::run_urgent(Debugger& debugger, const TaskContext& context, Monitor& monitor,
                                 const std::function<void()>& begin) {
  for (const auto& task : tasks_) {
    if (!task->is_urgent(debugger, context)) continue;
    begin();
    task->work(debugger, context, monitor);
  }
}

BackgroundTask::Progress BackgroundTasks::run_next(Debugger& debugger, const TaskContext& context,
                                                   Monitor& monitor) {
  if (std::exchange(instant_, context.instant) != context.instant) next_ = 0;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    BackgroundTask& task = *tasks_[next_];
    next_ = (next_ + 1) % tasks_.size();
    const auto progress = task.work(debugger, context, monitor);
    if (progress != BackgroundTask::Progress::done) return progress;
  }
  return BackgroundTask::Progress::done;
}

void BackgroundTasks::show(const TaskContext& context, ViewSnapshot& snapshot) const {
  for (const auto& task : tasks_) task->show(context, snapshot);
}

}  // namespace fungescope::ui
