// From a file to a session: programs, recordings, and what was kept of a program when it was
// closed.
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

// How programs are opened, whichever: from the command line.
struct OpenOptions {
  std::string file;                   // empty: the built-in solver
  std::optional<std::string> source;  // its bytes, where it cannot be read again
  SessionOptions session;
  std::optional<std::string> input;  // bytes
  bool input_closed = true;          // they are all of it
  bool keep = true;                  // with what was kept of it, if anything was
  // What the start says itself, so that it is not brought back.
  bool own_seed = false;
  bool own_tick = false;
  std::vector<std::string> breaks;  // as `break` takes them
};

// For the start: `problem` is what a person should know though it went well; may be empty.
struct OpenedFile {
  SessionStart start;
  std::string problem;
  bool recording = false;  // the file is one
  // What is kept of the program, for ProgramAutosave::resume.
  std::optional<ProgramState> known;
  std::optional<ProgramState> other_run;  // that the start is not of
};

// A program with the map of sudoku.b93 and without an input gets `sample_puzzle`. Cost: reading and
// loading the file; of a recording also its replay, which `monitor` may interrupt.
[[nodiscard]] Result<OpenedFile> open_file(const OpenOptions& options, Monitor* monitor);

// The stops and watched expressions of another session of it, by a picture of that.
void copy_breakpoints_and_watches(const ViewSnapshot& snapshot, Session& session);

// 81 cells that take sudoku.b93 guesses up to a depth of several, and a line end.
[[nodiscard]] std::string sample_puzzle();

}  // namespace fungescope::ui
