// What is saved without being asked for.
#pragma once

#include "base/result.h"
#include "debugger_ui/app/files/program_state.h"
#include "debugger_ui/app/files/shared_file.h"
#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/source_editing/source_editing.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::ui {

// Saves the state of the open program, so that nothing is lost when the window is closed or another
// program is opened, and little in a crash.
//
//     ProgramAutosave autosave(file, notify);
//     autosave.resume(session, known, {});         // restores the saved state; then
//     autosave.update(session, snapshot, seconds); // after each snapshot, and when it is due
//     autosave.save(session, SaveScope::all);      // before it is closed
class ProgramAutosave {
 public:
  // Reports a problem to the user; called by SessionThread::run_callbacks.
  using Report = std::function<void(std::string)>;

  ProgramAutosave() = default;  // saves nothing
  // Reports at once if another window has the program open: that one keeps its state, and this one
  // saves nothing.
  ProgramAutosave(std::string file, Report report);

  [[nodiscard]] bool enabled() const { return state_ != nullptr && !elsewhere(); }
  [[nodiscard]] bool elsewhere() const { return lock_.elsewhere(); }  // another window has it

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

  FileLock lock_;  // of the window that saves
  struct SharedState;
  std::shared_ptr<SharedState> state_;  // shared with work on the session's thread
  double next_check_ = 0;
  std::uint64_t checked_ = 0;  // the serial number of the last snapshot that was checked
};

// Keeps the source with unsaved changes in the user's state folder, so that a crash loses at most
// the last second of typing.
//
//     UnsavedText unsaved;
//     unsaved.update(editing, file, now, report);        // while it is edited
//     for (const auto& found : UnsavedText::find()) ...  // at the next start
//
// Files: unsaved/ID.text, a line of JSON and the bytes of the source, and ID.lock, which the
// process locks as long as it lives. What is not locked was left by a crash.
class UnsavedText {
 public:
  struct Found {
    std::string id;
    std::string file;        // of the program: a path, "@NAME" or "-"
    std::uint64_t base = 0;  // a hash of the source that the changes began with
    std::string text;
    std::string time;  // "2026-11-22 19:05"
  };

  // Writes what has changed once it is due: some seconds after the first change, later for a large
  // source. `file` is the program's, for a source without one. `now` is in seconds. Calls `report`
  // with a problem, once until it is another one.
  void update(SourceEditing& editing, const std::string& file, double now,
              const std::function<void(std::string)>& report);
  // What has changed is due at once.
  void hurry(double now) { due_ = now; }
  // When `update` has something to do; nothing if the newest source is kept.
  [[nodiscard]] std::optional<double> next_update(const SourceEditing& editing, double now) const;

  // Replaces what was kept before. Does nothing without a state folder. It stays when this object
  // is destroyed.
  Result<void> keep(std::string file, std::uint64_t base, const std::string& text);
  // The user does not want it.
  void remove();
  [[nodiscard]] bool has_kept() const { return !id_.empty(); }

  // What no living process keeps, newest first.
  [[nodiscard]] static std::vector<Found> find();
  static void discard(const std::string& id);

 private:
  [[nodiscard]] bool keeps_newest(const SourceEditing& editing) const;

  std::string id_;
  FileLock lock_;
  std::pair<std::uint64_t, std::uint64_t> revision_;  // of the document that is kept
  std::optional<double> due_;
  std::uint64_t base_ = 0;  // see Found
  std::string problem_;     // the last one
};

// Returns a hash of the file's source; 0 without a file.
[[nodiscard]] std::uint64_t base_of(const std::string& path);

}  // namespace fungescope::ui
