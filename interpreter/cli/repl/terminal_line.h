// Editing a line at a terminal, over libedit. Built without libedit there is none,
// and `make_terminal_line` returns null.
#pragma once

#include "cli/repl/line_editor.h"

#include <memory>
#include <optional>
#include <string>

namespace fungescope {

class TerminalLine {
 public:
  virtual ~TerminalLine() = default;
  // As LineEditor::read.
  virtual std::optional<std::string> read(const std::string& prompt) = 0;
};

[[nodiscard]] std::unique_ptr<TerminalLine> make_terminal_line(LineEditorOptions options);

}  // namespace fungescope
