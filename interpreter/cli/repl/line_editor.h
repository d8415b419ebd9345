// Reads lines typed by a user or from a pipe.
//
// At a terminal: editing, a history that is kept in a file, and completion with the tab key. Ctrl-C
// clears the line, Ctrl-D on an empty one ends the input. Otherwise: plain lines, without a prompt
// or echo.
//
//     LineEditor editor({.history_file = state_path("repl_history"), .complete = ...});
//     while (const auto line = editor.read("> ")) ...
#pragma once

#include "session/commands/command.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

struct LineEditorOptions {
  // Read at the start and written after every line; empty: none. If the file cannot be read or
  // written the history is not kept, which is not an error.
  std::string history_file;
  std::function<Completion(std::string_view line)> complete;
  // Reads a terminal like a pipe, for programs at its other end.
  bool plain = false;
};

class LineEditor {
 public:
  explicit LineEditor(LineEditorOptions options);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // Returns the next line of standard input without its line end, or nothing at the end. Ctrl-C
  // during the wait discards the line typed so far and is cleared (front_end/interrupt.h).
  std::optional<std::string> read(const std::string& prompt);

  // Returns the error number of a failure to read, which ends the input; 0 if there was none.
  [[nodiscard]] int error() const { return error_; }
  // Returns whether standard input and output are a terminal, and lines are not plain.
  [[nodiscard]] bool interactive() const { return interactive_; }

 private:
  std::optional<std::string> read_plain();

  bool interactive_;
  class TerminalLine;                       // edits a line, with libedit
  std::unique_ptr<TerminalLine> terminal_;  // null: plain lines
  std::string buffer_;                      // plain lines: bytes read after the last line
  bool ended_ = false;
  int error_ = 0;
};

}  // namespace fungescope
