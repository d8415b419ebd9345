#include "cli/repl/line_editor.h"

#include "front_end/interrupt.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace fungescope {
namespace {

constexpr std::size_t max_read = 4096;

}  // namespace

LineEditor::LineEditor(LineEditorOptions options)
    : interactive_(!options.plain && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1) {
  if (interactive_) terminal_ = make_terminal_line(std::move(options));
}

LineEditor::~LineEditor() = default;

std::optional<std::string> LineEditor::read(const std::string& prompt) {
  if (terminal_ != nullptr) return terminal_->read(prompt);
  if (interactive_) std::fputs(prompt.c_str(), stdout);
  std::fflush(stdout);
  return read_plain();
}

std::optional<std::string> LineEditor::read_plain() {
  for (;;) {
    const std::size_t end = buffer_.find('\n');
    if (end != std::string::npos || (ended_ && !buffer_.empty())) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end == std::string::npos ? end : end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    if (ended_) return std::nullopt;
    std::array<char, max_read> bytes{};
    const ssize_t count = read_some(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) {
      // Lines from a pipe are kept, since no user can type them again.
      if (interactive_) std::fputs("\n", stdout);
      clear_interrupt();
      continue;
    }
    if (count <= 0) {
      ended_ = true;
      error_ = count < 0 ? errno : 0;
    } else {
      buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    }
  }
}

}  // namespace fungescope
