// The background tasks of the session's thread, which take turns.
#pragma once

#include "debugger_ui/session_thread/tasks/background_task.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace fungescope::ui {

class BackgroundTasks {
 public:
  // All tasks, those of extensions included. `reads` must outlive them.
  explicit BackgroundTasks(InputReads& reads);

  // Runs those that are urgent, each after a call of `begin`.
  void run_urgent(Debugger& debugger, const TaskContext& context, Monitor& monitor,
                  const std::function<void()>& begin);
  // Runs the next one that has something to do, from the first one at each new instant. Returns
  // `done` if none has.
  [[nodiscard]] BackgroundTask::Progress run_next(Debugger& debugger, const TaskContext& context,
                                                  Monitor& monitor);
  // Adds the results of all.
  void show(const TaskContext& context, ViewSnapshot& snapshot) const;

 private:
  std::vector<std::unique_ptr<BackgroundTask>> tasks_;
  std::size_t next_ = 0;
  std::uint64_t instant_ = 0;  // at which they took turns last
};

}  // namespace fungescope::ui
