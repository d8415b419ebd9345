// Opens a file as a session: programs, recordings, and the state saved when a program was closed.
#pragma once

#include "base/result.h"
#include "debugger_ui/app/files/program_state.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "session/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

// Options from the command line that apply to every program opened.
struct OpenOptions {
  std::string file;                   // empty: the built-in solver
  std::optional<std::string> source;  // its bytes, if it cannot be read again
  SessionOptions session;
  std::optional<std::string> input;  // bytes
  bool input_closed = true;          // nothing follows them
  bool keep = true;                  // restore the program's saved state, if there is one
  // Given explicitly, so not restored from the saved state.
  bool own_seed = false;
  bool own_tick = false;
  std::vector<std::string> breaks;  // as `break` takes them
};

// `problem` is a warning for the user; may be empty.
struct OpenedFile {
  SessionStart start;
  std::string problem;
  bool recording = false;  // the file is one
  // The program's saved state, for ProgramAutosave::resume.
  std::optional<ProgramState> known;
  std::optional<ProgramState> other_run;  // saved state of a run with another input or seed
};

// A program with sudoku.b93's regions and without an input gets `sample_puzzle`. Cost: reading and
// loading the file; for a recording also its replay, which `monitor` may interrupt.
[[nodiscard]] Result<OpenedFile> open_file(const OpenOptions& options, Monitor* monitor);

// Copies the breakpoints and watched expressions of another session of the program.
void copy_breakpoints_and_watches(const ViewSnapshot& snapshot, Session& session);

// Returns a puzzle of 81 cells that needs guesses several levels deep, and a line end.
[[nodiscard]] std::string sample_puzzle();

}  // namespace fungescope::ui
