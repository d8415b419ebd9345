// What a kind of programs adds to the session's thread: parts of snapshots, background tasks, and
// the events between which a play may leap. See session/commands/extension.h.
#pragma once

#include "base/extensions.h"
#include "debugger_ui/session_thread/tasks/background_task.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/run_control/run_controller.h"

#include <memory>
#include <span>
#include <vector>

namespace fungescope::ui {

// Events of a run, as an area of the field shows them. Used by the session's thread, from one play
// to the next.
class PlayEvents {
 public:
  virtual ~PlayEvents() = default;

  // Follows this session, which outlives the play, from its present instant on. Returns false if
  // its program is not of the kind.
  virtual bool begin(Session& session) = 0;
  // The cells that an event stores to.
  [[nodiscard]] virtual Rectangle area() const = 0;
  // Called before each run: the goal at which it stops.
  [[nodiscard]] virtual const RunGoal& goal(Monitor* monitor) = 0;
  // Takes the event at which a run has stopped.
  virtual void reach(const TrapEvent& store, Monitor* monitor) = 0;
  // Whether the last event is worth reading, as the first of a kind is: a guided run rests longer
  // there. Not asked about what a fast run shows in passing.
  virtual bool take_rest() = 0;
  // No event is the last one any more.
  virtual void forget() = 0;
  // Adds the last event.
  virtual void show(ViewSnapshot& snapshot) const = 0;
};

struct SnapshotExtension {
  // Adds to the description of a program of its kind, in `attachments`.
  void (*describe)(ProgramInfo& program) = nullptr;
  // Adds to each snapshot of such a program, when it is built; tasks add to it later.
  void (*add)(const Session& session, ViewSnapshot& snapshot) = nullptr;
  std::vector<std::unique_ptr<BackgroundTask>> (*make_tasks)() = nullptr;
  std::unique_ptr<PlayEvents> (*make_events)() = nullptr;
};

}  // namespace fungescope::ui
