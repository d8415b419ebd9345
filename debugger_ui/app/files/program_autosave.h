// Keeps the state of the program that is open, so that a person loses nothing: neither by closing
// the window, nor by opening another program, nor much by a crash.
//
//     ProgramAutosave keeper(file, notice);
//     keeper.resume(vm, known, {});     // what was kept; then
//     keeper.frame(vm, picture, time);  // each frame
//     keeper.save(vm, Extent::all);     // before it is closed
#pragma once

#include "debugger_ui/app/files/program_state.h"
#include "debugger_ui/session_thread/session_thread.h"

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

class ProgramAutosave {
 public:
  // For a person; called by SessionThread::run_callbacks.
  using Tell = std::function<void(std::string)>;

  ProgramAutosave();  // keeps nothing
  // Of this file; empty: the built-in solver.
  ProgramAutosave(std::string file, Tell tell);

  [[nodiscard]] bool keeps() const { return kept_ != nullptr; }

  // On a machine that has just been given the program with the state's input. `other_run`
  // stays what is kept until this run has bookmarks or edits of its own. Cost: see ui::resume, on
  // the machine's thread.
  void resume(SessionThread& session, ProgramState known, std::optional<ProgramState> other_run);

  // Saves the lists 2 seconds after they changed at most, and all of it half a minute after an edit
  // at most. Otherwise costs a hash of the lists every 2 seconds.
  void frame(SessionThread& session, const ViewSnapshot& snapshot, double now);

  // When all that was submitted before is done. Ready when it is on disk, or could not be written:
  // then a person is told.
  std::future<void> save(SessionThread& session, SaveScope extent);

 private:
  static constexpr double lists_after = 2;  // seconds
  static constexpr double all_after = 30;

  struct Kept;
  std::shared_ptr<Kept> kept_;  // shared with work on the machine's thread
  double next_look_ = 0;
};

}  // namespace fungescope::ui
