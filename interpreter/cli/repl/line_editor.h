// Lines typed by a person, or read from a pipe.
//
// At a terminal: editing, a history that is kept in a file, and completion with
// the tab key. Ctrl-C clears the line, Ctrl-D on an empty one ends the input.
// Else: plain lines without a prompt, and nothing is echoed.
//
//     LineEditor editor({.history_file = state_path("repl_history"), .complete = ...});
//     while (const auto line = editor.read("> ")) ...
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

// What can stand in place of the end of a line, from byte `begin` on.
struct LineCompletion {
  std::size_t begin = 0;
  std::vector<std::string> words;
};

struct LineEditorOptions {
  // Read at the start and written after every line; empty: none. A file that cannot be read
  // or written is a history that is not kept, and no error.
  std::string history_file;
  std::function<LineCompletion(std::string_view line)> complete;
};

class TerminalLine;  // the editing itself: cli/repl/terminal_line.h

class LineEditor {
 public:
  explicit LineEditor(LineEditorOptions options);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // The next line of standard input, without its line end; nothing at the end. Ctrl-C
  // while it waits is forgotten (cli/interrupt.h), together with what was typed.
  std::optional<std::string> read(const std::string& prompt);

  // Is there a person? Standard input and output are a terminal.
  [[nodiscard]] bool interactive() const { return interactive_; }

 private:
  std::optional<std::string> read_plain();

  bool interactive_;
  std::unique_ptr<TerminalLine> terminal_;  // null: plain lines
  std::string buffer_;                      // plain lines: what was read and is not yet a line
  bool ended_ = false;
};

}  // namespace fungescope
