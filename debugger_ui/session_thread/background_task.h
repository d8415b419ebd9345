// What makes a picture better while the virtual machine has nothing else to do: replays that take
// longer than a frame. Each refinement does its work in parts, gives way to everything else,
// and keeps its place.
#pragma once

#include "debugger_ui/session_thread/view_request.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/commands/command.h"

#include <cstdint>

namespace fungescope::ui {

// What a refinement's work is about; it starts anew when a part that it depends on changes.
struct TaskContext {
  std::uint64_t instant = 0;  // see Picture::instant
  std::uint64_t line = 0;     // another number on another line of events: branch, edit, program
  bool playing = false;       // slowly; the present will not be the present for long
  const ViewRequest& request;
};

class BackgroundTask {
 public:
  enum class Progress : std::uint8_t {
    done,        // nothing to do
    updated,     // did something that is worth a picture; there may be more to do
    unfinished,  // there is more to do
  };

  virtual ~BackgroundTask() = default;
  // Works until the monitor interrupts it, or it is done; the present instant stays what it is.
  virtual Progress work(Debugger& debugger, const TaskContext& task_context, Monitor& monitor) = 0;
  // Puts what it has into a picture of that occasion. Costs next to nothing.
  virtual void show(const TaskContext& task_context, ViewSnapshot& snapshot) const = 0;
};

}  // namespace fungescope::ui
