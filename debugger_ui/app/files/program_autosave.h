// Saves the state of the open program, so that nothing is lost when the window is closed or another
// program is opened, and little in a crash.
//
//     ProgramAutosave autosave(file, notify);
//     autosave.resume(session, known, {});         // restores the saved state; then
//     autosave.update(session, snapshot, seconds); // after each snapshot, and when it is due
//     autosave.save(session, SaveScope::all);      // before it is closed
#pragma once

#include "debugger_ui/app/files/file_lock.h"
#include "debugger_ui/app/files/program_state.h"
#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/session_thread/session_thread.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

class ProgramAutosave {
 public:
  // Reports a problem to the user; called by SessionThread::run_callbacks.
  using Report = std::function<void(std::string)>;

  ProgramAutosave();  // saves nothing
  // Reports at once if another window has the program open: that one keeps its state, and this one
  // saves nothing.
  ProgramAutosave(std::string file, Report report);

  [[nodiscard]] bool enabled() const { return state_ != nullptr && !elsewhere_; }
  [[nodiscard]] bool elsewhere() const { return elsewhere_; }  // another window has it

  // Restores a state into a session that has just been opened with the state's input. The other
  // saved run stays saved until this one has bookmarks or edits of its own. Cost: see ui::resume,
  // on the session's thread.
  void resume(SessionThread& session, ProgramState known,
              std::optional<ProgramState> other_saved_run);

  // An edited run is not restored but kept, and saved again, until the user restores it or
  // forgets it. One that is replaced by edits of this run is set aside as NAME.before.
  void restore_edited_run(SessionThread& session);
  void forget_run(SessionThread& session);

  // Saves the lists within 2 seconds of a change, and everything within 30 seconds of an edit.
  // Costs a hash of the lists of each new snapshot, at most every 2 seconds.
  void update(SessionThread& session, const ViewSnapshot& snapshot, double now);
  // When `update` has something to do; infinite: not before the next snapshot.
  [[nodiscard]] double next_update(const ViewSnapshot& snapshot) const;

  // Saves after all work submitted before. Finished when the state is on disk, or could not be
  // written, which is reported, or when the session drops the work.
  std::shared_ptr<Completion> save(SessionThread& session, SaveScope extent);

 private:
  static constexpr double lists_after = 2;  // seconds
  static constexpr double all_after = 30;

  std::optional<FileLock> lock_;  // of the window that saves
  bool elsewhere_ = false;        // another window has it

  struct SharedState;
  std::shared_ptr<SharedState> state_;  // shared with work on the session's thread
  double next_check_ = 0;
  std::uint64_t checked_ = 0;  // the serial number of the last snapshot that was checked
};

}  // namespace fungescope::ui
