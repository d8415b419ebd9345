// Work that completes a snapshot while the session's thread is otherwise idle: replays that take
// longer than a frame. Each task works in time slices, yields to all other work, and continues
// where it was interrupted. The tasks take turns.
#pragma once

#include "debugger_ui/session_thread/view_request.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/commands/command.h"
#include "session/queries/input_reads.h"

#include <cstdint>
#include <memory>

namespace fungescope::ui {

// The inputs of a task. A task starts over when an input that it depends on changes.
struct TaskContext {
  std::uint64_t instant = 0;   // see ViewSnapshot::instant
  std::uint64_t timeline = 0;  // changes with the branch, its edits and the program
  bool playing = false;        // at a low speed: the current instant is about to change
  const ViewRequest& request;
};

class BackgroundTask {
 public:
  enum class Progress : std::uint8_t {
    done,        // there is nothing to do
    updated,     // has a result to publish; there may be more to do
    unfinished,  // there is more to do
  };

  virtual ~BackgroundTask() = default;
  // Whether it has short work to do once, without which the snapshots while playing at any speed
  // would lack what they showed before. Must be cheap.
  [[nodiscard]] virtual bool is_urgent(Debugger& /*debugger*/,
                                       const TaskContext& /*context*/) const {
    return false;
  }
  // Works until the monitor interrupts it or it is done. Leaves the current instant unchanged.
  virtual Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) = 0;
  // Adds its results to a snapshot of that context. Must be cheap.
  virtual void show(const TaskContext& context, ViewSnapshot& snapshot) const = 0;
};

// Fills ViewSnapshot::heat: counts the accesses to each cell up to the current instant, for the
// cells of ViewSnapshot::cells, or for blocks of the whole field. Publishes growing counts five
// times a second. When the current instant advances on the same timeline, a count of the whole run
// is continued; otherwise it starts over, and the old counts stay visible until there are new ones.
// Memory: see Heat.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_heat_task();

// Fills ViewSnapshot::timeline: samples the requested expressions, all regions of the program, and
// the hits of the enabled breakpoints. Publishes ten times a second. Starts over when the request,
// the timeline or the breakpoints change, or when the run has grown by more than a column within
// the range; the old samples stay visible until there are new ones.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_timeline_task();

// Completes the reads from which InputSnapshot::lines is built. They outlive the task.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_input_task(InputReads& reads);

// Fills ViewSnapshot::trail while paused: the cells that were executed last.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_trail_task();

}  // namespace fungescope::ui
