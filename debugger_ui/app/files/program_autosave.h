// Saves the state of the open program, so that closing the window or opening another program loses
// nothing, and a crash little.
//
//     ProgramAutosave autosave(file, notice);
//     autosave.resume(session, known, {});        // restore the saved state, then
//     autosave.frame(session, snapshot, time);    // each frame
//     autosave.save(session, SaveScope::all);     // before closing
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
  // Shows a message to the user; called in SessionThread::deliver.
  using Tell = std::function<void(std::string)>;

  ProgramAutosave();  // saves nothing
  // `file` empty: the built-in solver.
  ProgramAutosave(std::string file, Tell tell);

  [[nodiscard]] bool keeps() const { return kept_ != nullptr; }

  // Call on a session just opened with the state's input. `other_run` stays the saved state until
  // this run has bookmarks or edits of its own. Cost: see ui::resume, on the session's thread.
  void resume(SessionThread& session, ProgramState known, std::optional<ProgramState> other_run);

  // Call each frame. Saves the lists within 2 seconds of a change, and everything within half a
  // minute of an edit. Cost otherwise: a hash of the lists every 2 seconds.
  void frame(SessionThread& session, const ViewSnapshot& snapshot, double now);

  // Saves after all work submitted before. Ready when the state is on disk, or could not be
  // written, which is reported to the user.
  std::future<void> save(SessionThread& session, SaveScope extent);

 private:
  static constexpr double lists_after = 2;  // seconds
  static constexpr double all_after = 30;

  struct Kept;
  std::shared_ptr<Kept> kept_;  // shared with work on the session's thread
  double next_look_ = 0;
};

}  // namespace fungescope::ui
