// The state of a program that is saved when it is closed and restored when it is opened again: its
// breakpoints, bookmarks, notebook, watched expressions and hand-declared regions, the current
// tick, the input, and an edited run as a recording.
//
//     const auto known = load_program_state(file);  // the window's thread
//     ... Session::open(source, known->input, options) ...
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
#include "history/input_log.h"
#include "session/commands/command.h"
#include "session/recording/saved_json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct ProgramState {
  struct SavedBreakpoint {
    std::string text;  // arguments of `break`, with condition, hits and log
    bool enabled = true;
    friend bool operator==(const SavedBreakpoint&, const SavedBreakpoint&) = default;
  };
  struct Mark {
    std::string name;
    Tick tick = 0;
    friend bool operator==(const Mark&, const Mark&) = default;
  };

  std::uint64_t source = 0;  // a hash of the newest source of the run
  std::vector<SavedBreakpoint> breakpoints;
  std::vector<Mark> bookmarks;  // of a run without branches; otherwise in the recording
  SavedNotebook notebook;       // of a run without branches; otherwise in the recording
  std::vector<std::string> watched;
  std::vector<Region> regions;  // declared by hand
  Tick tick = 0;
  std::uint64_t seed = 0;
  std::string dialect;  // its name; empty: unknown, in older files
  std::string size;     // of the field, as --size takes it; empty: by the dialect
  InputLog input;
  std::string recording;    // bytes; empty for a run without edits
  bool lists_only = false;  // the run has edits, whose saved recording stays
};

[[nodiscard]] std::uint64_t hash_of_source(std::string_view source);

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
  // The entries that could not be restored: pass them to `keep` before saving again.
  ProgramState left;
};
// Restores a state into a session that was just opened at tick 0 with the state's input and seed.
// Restores breakpoints for any source; for the same source they replace those of the source and of
// the recording. Restores bookmarks, the notebook, the tick and the recording
// only for the same source. Cost: the
// run up to the last of them. An interruption leaves the session at the tick that it has reached.
[[nodiscard]] RestoreResult resume(Debugger& debugger, Monitor& monitor, const ProgramState& state);

// Whether both have the same program, dialect, field, input and seed. `now` may have more input.
[[nodiscard]] bool same_run(const ProgramState& before, const ProgramState& now);

// Adds the entries that could not be restored to the current state: invalid breakpoints and
// regions, and bookmarks that were not reached.
void keep(const ProgramState& left, ProgramState& state);

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

[[nodiscard]] std::string to_json_text(const ProgramState& state, const std::string& file);
[[nodiscard]] Result<ProgramState> parse_program_state(std::string_view text);  // no recording

}  // namespace fungescope::ui
