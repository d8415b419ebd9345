// The saved state of one program: breakpoints, bookmarks, watched expressions, the present instant
// and the input; where branches were edited also the whole run as a recording, so that nothing has
// to be saved by hand.
//
//     const auto known = load_program_state(file);  // the window's thread
//     ... Session::open(source, known->input, options) ...
//     session.ask<RestoreResult>(slot::none, [=](auto& d, auto& m) { return resume(d, m, *known);
//     },
//                                tell);
//     session.submit(";");  // forces a snapshot with the breakpoints
//     session.ask<Result<ProgramState>>(slot::none, capture, [=](auto state) {
//       save_program_state(file, *state); });
//
// Files: PATH_HASH.json in the folder `programs` of the user's state, and beside it
// PATH_HASH.recording.
#pragma once

#include "base/result.h"
#include "history/input_log.h"
#include "session/commands/command.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct ProgramState {
  struct SavedBreakpoint {
    std::string text;  // as `break` takes it, with condition, hits and log
    bool enabled = true;
    friend bool operator==(const SavedBreakpoint&, const SavedBreakpoint&) = default;
  };
  struct Mark {
    std::string name;
    Tick tick = 0;
    friend bool operator==(const Mark&, const Mark&) = default;
  };

  std::uint64_t source = 0;  // hash of the run's newest source
  std::vector<SavedBreakpoint> breakpoints;
  std::vector<Mark> bookmarks;  // of a run without branches; else they are in the recording
  std::vector<std::string> watched;
  Tick tick = 0;
  std::uint64_t seed = 0;
  InputLog input;
  std::string recording;    // bytes; empty where the run has no edits
  bool lists_only = false;  // of a run with edits, whose saved recording stays
};

[[nodiscard]] std::uint64_t hash_of_source(std::string_view source);

// ---- On the session's thread

enum class SaveScope : std::uint8_t {
  lists,  // breakpoints, bookmarks, watches: immediate
  all,    // with the recording, if there are edits
};
// Captures the present state. With `all` and edits, the cost is a seek to the end of each branch;
// an error if the monitor interrupts it.
[[nodiscard]] Result<ProgramState> capture(Debugger& debugger, Monitor& monitor,
                                           SaveScope extent = SaveScope::all);

struct RestoreResult {
  std::vector<std::string> problems;  // one line each, for the user
  // The part that could not be restored: pass it to `keep` before saving the state again.
  ProgramState left;
};
// Restores a state into a session just opened at tick 0 with the state's input and seed.
// Breakpoints are always tried, and replace those of the source and of the recording if the source
// is unchanged. Bookmarks, the tick and the recording are restored only with an unchanged source.
// Cost: the run up to the last of them. An interrupted run stays where it is.
[[nodiscard]] RestoreResult resume(Debugger& debugger, Monitor& monitor, const ProgramState& state);

// Whether both have the same program, input and seed. Input may have been added since.
[[nodiscard]] bool same_run(const ProgramState& before, const ProgramState& now);

// Adds the part that was not restored to `state`: invalid breakpoints, and bookmarks that were not
// reached.
void keep(const ProgramState& left, ProgramState& state);

// ---- On any thread

// Empty paths: there is no folder for saved state. `file` empty: the built-in solver.
struct ProgramStatePaths {
  std::string state;
  std::string recording;
};
[[nodiscard]] ProgramStatePaths program_state_paths(const std::string& file);

// Returns nothing if no state was saved. Errors: a file of a later version, which is left alone; a
// file that is not valid, which is renamed to NAME.broken, as the error says.
[[nodiscard]] Result<std::optional<ProgramState>> load_program_state(const std::string& file);
// Replaces the saved state. Bookmarks and a recording that were saved for another source, input or
// seed are renamed to NAME.before. An error if the file is of a later version.
Result<void> save_program_state(const std::string& file, const ProgramState& state);

[[nodiscard]] std::string to_json_text(const ProgramState& state, const std::string& file);
[[nodiscard]] Result<ProgramState> parse_program_state(std::string_view text);  // no recording

}  // namespace fungescope::ui
