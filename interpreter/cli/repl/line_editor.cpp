#include "cli/repl/line_editor.h"

#include "front_end/interrupt.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <unistd.h>
#include <utility>

#ifdef FUNGESCOPE_LIBEDIT
#include <histedit.h>
#endif

namespace fungescope {
#ifdef FUNGESCOPE_LIBEDIT
namespace {

constexpr int history_size = 1000;
constexpr std::size_t max_listed_words = 100;

std::string common_prefix(const std::vector<std::string>& words) {
  std::string prefix = words.front();
  for (const std::string& word : words) {
    const auto [end, other] = std::mismatch(prefix.begin(), prefix.end(), word.begin(), word.end());
    prefix.erase(end, prefix.end());
  }
  return prefix;
}

}  // namespace

class LineEditor::TerminalLine {
 public:
  explicit TerminalLine(LineEditorOptions options)
      : options_(std::move(options)),
        editor_(el_init("fungescope", stdin, stdout, stderr)),
        history_(history_init()) {
    HistEvent event{};
    history(history_, &event, H_SETSIZE, history_size);
    history(history_, &event, H_SETUNIQUE, 1);
    if (!options_.history_file.empty()) {
      history(history_, &event, H_LOAD, options_.history_file.c_str());
    }
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &LineEditor::TerminalLine::give_prompt);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_SIGNAL, 0);
    el_set(editor_, EL_GETCFN, &LineEditor::TerminalLine::read_character);
    el_set(editor_, EL_ADDFN, "fungescope-complete", "complete the word",
           &LineEditor::TerminalLine::on_tab);
    el_set(editor_, EL_BIND, "^I", "fungescope-complete", nullptr);
    el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    el_set(editor_, EL_BIND, "\\e[1;5C", "em-next-word", nullptr);
    el_set(editor_, EL_BIND, "\\e[1;5D", "ed-prev-word", nullptr);
  }

  ~TerminalLine() {
    el_end(editor_);
    history_end(history_);
  }

  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  std::optional<std::string> read(const std::string& prompt) {
    prompt_ = prompt;
    for (;;) {
      interrupted_ = false;
      int count = 0;
      const char* const text = el_gets(editor_, &count);
      if (interrupted_) {
        std::fputs("^C\n", stdout);
        el_reset(editor_);
        clear_interrupt();
        continue;
      }
      if (text == nullptr || count <= 0) {
        std::fputs("\n", stdout);
        return std::nullopt;
      }
      std::string line(text, static_cast<std::size_t>(count));
      while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
      remember(line);
      return line;
    }
  }

 private:
  static TerminalLine& of(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return *static_cast<TerminalLine*>(self);
  }

  static char* give_prompt(EditLine* editor) { return of(editor).prompt_.data(); }

  static unsigned char on_tab(EditLine* editor, int /*key*/) { return of(editor).complete(); }

  // Replaces libedit's own function, which keeps waiting after a signal.
  static int read_character(EditLine* editor, wchar_t* character) {
    std::mbstate_t state{};
    for (;;) {
      char byte = 0;
      const ssize_t count = read_some(STDIN_FILENO, &byte, 1);
      of(editor).interrupted_ = of(editor).interrupted_ || (count < 0 && errno == EINTR);
      if (count <= 0) return static_cast<int>(count);
      const std::size_t used = std::mbrtowc(character, &byte, 1, &state);
      if (used == static_cast<std::size_t>(-2))
        continue;  // incomplete: a character of several bytes
      if (used == static_cast<std::size_t>(-1)) {
        state = {};
        continue;
      }
      return 1;
    }
  }

  unsigned char complete() {
    if (!options_.complete) return CC_ERROR;
    const LineInfo* const info = el_line(editor_);
    const std::string_view line(info->buffer,
                                static_cast<std::size_t>(info->cursor - info->buffer));
    const Completion found = options_.complete(line);
    if (found.words.empty() || found.begin > line.size()) return CC_ERROR;
    const std::string replacement =
        found.words.size() == 1 ? found.words.front() + ' ' : common_prefix(found.words);
    const std::string_view typed = line.substr(found.begin);
    if (replacement.size() <= typed.size()) {
      list(found.words);
      return CC_REDISPLAY;
    }
    el_deletestr(editor_, static_cast<int>(typed.size()));
    el_insertstr(editor_, replacement.c_str());
    return CC_REFRESH;
  }

  void list(const std::vector<std::string>& words) const {
    std::fputs("\n", stdout);
    for (std::size_t i = 0; i < std::min(words.size(), max_listed_words); ++i) {
      std::fprintf(stdout, "%s%s", i == 0 ? "" : "  ", words[i].c_str());
    }
    std::fputs(words.size() > max_listed_words ? "  ...\n" : "\n", stdout);
  }

  void remember(const std::string& line) {
    if (line.find_first_not_of(" \t") == std::string::npos) return;
    HistEvent event{};
    history(history_, &event, H_ENTER, line.c_str());
    // Saved after every line, since the process may be killed.
    if (!options_.history_file.empty()) {
      history(history_, &event, H_SAVE, options_.history_file.c_str());
    }
  }

  LineEditorOptions options_;
  std::string prompt_;
  bool interrupted_ = false;
  EditLine* editor_;
  ::History* history_;
};

#else
class LineEditor::TerminalLine {
 public:
  std::optional<std::string> read(const std::string& /*prompt*/) { return std::nullopt; }
};
#endif

LineEditor::LineEditor([[maybe_unused]] LineEditorOptions options)
    : interactive_(!options.plain && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1) {
#ifdef FUNGESCOPE_LIBEDIT
  if (!interactive_) return;
  // Only for the width of characters that are not ASCII.
  std::setlocale(LC_CTYPE, "");  // NOLINT(concurrency-mt-unsafe): before any other thread
  terminal_ = std::make_unique<TerminalLine>(std::move(options));
#endif
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
    std::array<char, 4096> bytes{};
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
