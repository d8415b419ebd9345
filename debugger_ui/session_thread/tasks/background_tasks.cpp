#include "debugger_ui/session_thread/snapshot_extension.h"
#include "session/queries/heat.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace fungescope::ui {
namespace {

// Completes the reads from which InputSnapshot::lines is built.
class InputTask final : public BackgroundTask {
 public:
  explicit InputTask(InputReads& reads) : reads_(reads) {}

  [[nodiscard]] bool is_urgent(Debugger& debugger, const TaskContext& /*context*/) const override {
    const Session& session = debugger.session();
    return !reads_.complete(session) && reads_.nearly_complete(session);
  }

  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    if (instant_ == context.instant) return Progress::done;
    const std::size_t before = reads_.lines().size();
    if (!reads_.advance(debugger.session(), &monitor)) return Progress::unfinished;
    instant_ = context.instant;
    return reads_.lines().size() == before ? Progress::done : Progress::updated;
  }

  // The snapshot was built with the reads.
  void show(const TaskContext& /*context*/, ViewSnapshot& /*snapshot*/) const override {}

 private:
  InputReads& reads_;
  std::optional<std::uint64_t> instant_;  // at which all were known
};

constexpr std::size_t paused_trail_length = 48;

// Fills ViewSnapshot::trail while paused: the cells that were executed last.
class TrailTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& /*monitor*/) override {
    if (context.playing || instant_ == context.instant) return Progress::done;
    instant_ = context.instant;
    cells_ = trail(debugger.session(), paused_trail_length);
    return Progress::updated;
  }
  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (instant_ == context.instant) snapshot.trail = cells_;
  }

 private:
  std::optional<std::uint64_t> instant_;
  std::vector<Point> cells_;
};

}  // namespace

BackgroundTasks::BackgroundTasks(InputReads& reads) {
  tasks_.push_back(std::make_unique<InputTask>(reads));
  for (const SnapshotExtension* const extension : snapshot_extensions()) {
    for (auto& task : extension->make_tasks()) tasks_.push_back(std::move(task));
  }
  tasks_.push_back(std::make_unique<TrailTask>());
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
