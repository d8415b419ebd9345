// What is remembered of one program between two times that it is open: its stops, bookmarks and
// watched expressions, where the person was, the input; and the whole run as a recording where
// branches were edited, so that nothing has to be saved by hand.
//
//     const auto known = load_program_state(file);  // the window's thread
//     ... Session::open(source, known->input, options) ...
//     vm.ask<Resumed>(slot::none, [=](auto& d, auto& m) { return resume(d, m, *known); }, tell);
//     vm.submit(";");  // a picture with the stops, where the instant is the same
//     vm.ask<Result<ProgramState>>(slot::none, capture, [=](auto state) {
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

  std::uint64_t source = 0;  // a hash of the newest source that the run had
  std::vector<SavedBreakpoint> breakpoints;
  std::vector<Mark> bookmarks;  // of a run without branches; else they are in the recording
  std::vector<std::string> watched;
  Tick tick = 0;
  std::uint64_t seed = 0;
  InputLog input;
  std::string recording;    // bytes; empty where the run has no edits
  bool lists_only = false;  // of a run with edits, of which what was kept stays
};

[[nodiscard]] std::uint64_t hash_of_source(std::string_view source);

// ---- On the session's thread

enum class SaveScope : std::uint8_t {
  lists,  // breakpoints and the like: at once
  all,    // with the recording, if there are edits
};
// The state as it is now. All of it costs, with edits, a seek to the end of each branch, which the
// monitor may interrupt: an error.
[[nodiscard]] Result<ProgramState> capture(Debugger& debugger, Monitor& monitor,
                                           SaveScope extent = SaveScope::all);

struct RestoreResult {
  std::vector<std::string> problems;  // a line each, for a person
  // What could not be set: hand it to `keep` before the state is saved again.
  ProgramState left;
};
// Puts a state into a session of the program that was just opened at tick 0 with the state's
// input and seed. Breakpoints are tried always, and replace those of the source and of the
// recording where the source is still the same; bookmarks, the tick and the recording come back
// only with the same source. Cost: the run up to the last of them. When interrupted, it stays where
// it is.
[[nodiscard]] RestoreResult resume(Debugger& debugger, Monitor& monitor, const ProgramState& state);

// Do they have the same program, input and seed? Input may have been added since.
[[nodiscard]] bool same_run(const ProgramState& before, const ProgramState& now);

// Adds what was left over to what is now: breakpoints that meant nothing, and bookmarks that
// were not reached.
void keep(const ProgramState& left, ProgramState& state);

// ---- On any thread

// Empty: there is no folder to keep it in. `file` empty: the built-in solver.
struct ProgramStatePaths {
  std::string state;
  std::string recording;
};
[[nodiscard]] ProgramStatePaths program_state_paths(const std::string& file);

// Nothing where nothing was kept. Errors: of a later version, which stays as it is; no JSON or of
// another shape, then it is set aside as NAME.broken and the error says so.
[[nodiscard]] Result<std::optional<ProgramState>> load_program_state(const std::string& file);
// Replaces what was kept. What was kept of another source of this file, or of another input or
// seed, bookmarks and the recording, is set aside as NAME.before. Refused where a later version has
// been at work.
Result<void> save_program_state(const std::string& file, const ProgramState& state);

[[nodiscard]] std::string to_json_text(const ProgramState& state, const std::string& file);
[[nodiscard]] Result<ProgramState> parse_program_state(std::string_view text);  // no recording

}  // namespace fungescope::ui
