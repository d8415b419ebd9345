// The state of a program that is saved when it is closed and restored when it is opened again: its
// breakpoints, bookmarks, notebook, watched expressions and hand-declared regions, the current
// tick, the input, and an edited run as a recording.
//
//     const auto known = load_program_state(file);  // the window's thread
//     ... Session::open(source, *known->image.input, options) ...
//     session.ask<RestoreResult>(slot::none,
//                                [=](auto& d, auto& m) { return resume(d, m, *known); }, report);
//     session.submit(";");  // publishes a snapshot even if the instant is the same
//     session.ask<Result<ProgramState>>(slot::none, capture, [=](auto state) {
//       save_program_state(file, *state); });
//
// Files: PATH_HASH.json and PATH_HASH.recording in the folder `programs` of the user's state
// folder; of a built-in program, NAME.json and NAME.recording.
#pragma once

#include "base/result.h"
#include "session/commands/command.h"
#include "session/recording/session_image.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct ProgramState {
  // The dialect is empty if it is unknown, in older files. With edits, the notebook and the
  // bookmarks of branches are in the recording.
  SessionImage image;
  std::uint64_t source = 0;  // a hash of the newest source of the run
  // Whether the run has edits: then its recording is in `recording`, or the saved one stays.
  bool has_recording = false;
  std::string recording;  // bytes
};

[[nodiscard]] std::uint64_t hash_of_source(std::string_view source);
[[nodiscard]] bool has_edits(const std::vector<BranchInfo>& branches);

// ---- On the session's thread

enum class SaveScope : std::uint8_t {
  lists,  // breakpoints, bookmarks, watched expressions and regions: fast
  all,    // and the recording, if there are edits
};
// Returns the current state. With edits, SaveScope::all costs a seek to the end of each branch,
// which the monitor may interrupt: an error.
[[nodiscard]] Result<ProgramState> capture(Debugger& debugger, Monitor& monitor,
                                           SaveScope extent = SaveScope::all);

struct RestoreResult {
  std::vector<std::string> problems;  // for the user, a line each
  // The entries that could not be restored: pass them to `carry_over` before saving again.
  ProgramState unrestored;
};
// Restores a state into a session that was just opened at tick 0 with the state's input and seed.
// Restores breakpoints for any source; for the same source they replace the declared ones.
// Restores bookmarks, the notebook and the tick only for the same source. Cost: the run up to the
// last of them. An interruption leaves the session at the tick that it has reached.
[[nodiscard]] RestoreResult resume(Debugger& debugger, Monitor& monitor, const ProgramState& state);

// Replaces the session by a recording of it. Keeps the present breakpoints, watched expressions and
// regions, which may be newer. Cost: as load_recording, which may fail.
Result<void> restore_edited_run(Debugger& debugger, Monitor& monitor, const std::string& recording);

// Whether both have the same program, dialect, field, input and seed. `now` may have more input.
[[nodiscard]] bool same_run(const ProgramState& before, const ProgramState& now);

// Adds the entries that could not be restored to the current state: invalid breakpoints and
// regions, and bookmarks that were not reached.
void carry_over(const ProgramState& unrestored, ProgramState& state);

// ---- On any thread

// Empty without a state folder. `file` may be a built-in program.
struct ProgramStatePaths {
  std::string state;
  std::string recording;
};
[[nodiscard]] ProgramStatePaths program_state_paths(const std::string& file);

// Returns nothing if nothing was saved. Errors: written by a newer version, whose file is left
// alone; invalid contents, whose file is set aside as NAME.broken.
[[nodiscard]] Result<std::optional<ProgramState>> load_program_state(const std::string& file);
// Replaces the saved state. Sets aside a saved state with bookmarks or a recording of another
// source, input or seed as NAME.before. Error: a newer version has written the file.
Result<void> save_program_state(const std::string& file, const ProgramState& state);

// Renames the saved recording to NAME.before, or removes the saved state.
void set_aside_recording(const std::string& file);
void forget_program_state(const std::string& file);

[[nodiscard]] std::string to_json_text(ProgramState state, std::string file);
[[nodiscard]] Result<ProgramState> parse_program_state(std::string_view text);  // no recording

}  // namespace fungescope::ui
