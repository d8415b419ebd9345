// The command palette: every command and action by name, with completion; shows the response.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/widgets/theme.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// Scores `typed` as a case-insensitive subsequence of `name`, higher is better; nothing if it does
// not match.
[[nodiscard]] std::optional<int> match_score(std::string_view typed, std::string_view name);

class CommandPalette {
 public:
  CommandPalette();

  void open();
  void close();
  [[nodiscard]] bool is_open() const { return open_; }

  // `history` holds the lines submitted before, newest first; submitted lines are added.
  void draw(const Theme& theme, float scale, const InputQueue& input, SessionThread& session,
            std::vector<std::string>& history, const std::function<void(Action)>& perform);

  // The last response, as shown.
  [[nodiscard]] std::string_view answer() const;

 private:
  struct Row {
    enum class Kind : std::uint8_t { command, action, completion, earlier } kind;
    std::string text;       // the line it submits or completes to
    std::string arguments;  // "[COUNT]"
    std::string summary;
    std::string shortcut;
    std::optional<Action> action;
    int score = 0;
  };
  struct Answers;  // shared with pending requests

  void find_rows(SessionThread& session, const std::vector<std::string>& history);
  void draw_rows(const Theme& theme, float scale, bool moved);
  void draw_answer(const Theme& theme);
  void submit(SessionThread& session, std::vector<std::string>& history, std::string line);
  void fill_in(const Row& row);
  // Handles Enter or a click. Returns true if the palette should close.
  bool choose(const Row& row, SessionThread& session, std::vector<std::string>& history,
              const std::function<void(Action)>& perform);

  bool open_ = false;
  bool appearing_ = false;
  std::string text_;
  std::optional<std::string> replacement_;
  std::optional<std::string> rows_for_;  // the text that rows_ matches; unset: stale
  std::size_t completions_seen_ = 0;
  std::vector<Row> rows_;
  int selected_ = 0;
  bool navigated_ = false;
  std::optional<int> clicked_;
  std::shared_ptr<Answers> answers_;
};

}  // namespace fungescope::ui
