// Opens a session from a file: a program with its saved state, a recording, or a link.
#pragma once

#include "base/result.h"
#include "debugger_ui/app/files/program_state.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "session/session.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "editing/coordinate_map.h"

namespace fungescope::ui {

// The dialect is the one that the source needs.
inline SessionOptions by_the_source() {
  SessionOptions options;
  options.load.dialect = automatic_dialect();
  return options;
}

// What to open, and how.
struct OpenRequest {
  std::string file = "@sudoku";
  std::optional<std::string> source;  // its bytes, if the file cannot be read again
  SessionOptions session = by_the_source();
  std::optional<InputLog> input;
  bool keep = true;       // restore the saved state, if any
  bool plays = false;     // draw a seed, unless the saved state, a link or `own_seed` has one
  bool restarts = false;  // the program that is open: its breakpoints and watches are kept
  // Set explicitly, so that the saved state must not override them.
  bool own_seed = false;
  bool own_dialect = false;
  bool own_size = false;
  bool own_tick = false;
  std::vector<std::string> breaks;  // arguments of `break`
  std::function<void()> then;       // called by the window once it is open; may be empty
};

struct OpenedFile {
  SessionStart start;
  std::string message;     // for the user; may be empty
  bool recording = false;  // the file is a recording
  // The link that the file is: its stops and tick are left to go_to_link.
  std::optional<SessionImage> link;
  std::string link_text;  // from its `#` on; else empty
  // The saved state of the program, for ProgramAutosave::resume.
  std::optional<ProgramState> known;
  std::optional<ProgramState> other_saved_run;  // with another input or seed
  // From open_at_once: a recording that is yet to be loaded with open_file, in place of this.
  std::optional<OpenRequest> later;
};

// Opens a program, a recording or a link, whose options count unless the request sets them
// explicitly. A program of a kind that has a sample (Extension::sample_input) gets that if it is
// given no input. Cost: reading and loading the file; for a recording also its replay, which
// `monitor` may interrupt.
[[nodiscard]] Result<OpenedFile> open_file(const OpenRequest& request, Monitor* monitor);

// The same without a replay: for a recording, opens the built-in solver instead, and sets
// OpenedFile::later. Fails if the bytes of the recording are damaged.
[[nodiscard]] Result<OpenedFile> open_at_once(const OpenRequest& request);

// Opens a program to be compared with the one that `window` opens: with its input, unless that is a
// sample, and its seed and dialect.
[[nodiscard]] Result<SessionStart> open_other_run(const OpenRequest& window,
                                                  const std::string& file);

// Returns the absolute path of a program; "@NAME" and "-" as they are.
[[nodiscard]] std::string absolute_program(const std::string& file);

// Copies the breakpoints and watched expressions of a snapshot to another session of its program,
// in which cells have `moved`.
void copy_breakpoints_and_watches(const ViewSnapshot& snapshot, const editing::CoordinateMap& moved,
                                  Session& session);

}  // namespace fungescope::ui
