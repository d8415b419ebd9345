// The command palette: finds commands, actions and built-in programs by name, completes arguments,
// and shows responses.
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

// Scores `typed` as a case-insensitive subsequence of `name`: higher is better. Unset if it does
// not match.
[[nodiscard]] std::optional<int> match_score(std::string_view typed, std::string_view name);

struct PaletteRequests {
  std::function<void(Action)> perform;
  std::function<void(const std::string& file)> open;  // a built-in program
};

class CommandPalette {
 public:
  CommandPalette();

  void open();
  void close();
  [[nodiscard]] bool is_open() const { return open_; }

  // Adds submitted lines to `history`, newest first.
  void draw(const Theme& theme, float scale, const InputQueue& input, SessionThread& session,
            std::vector<std::string>& history, const PaletteRequests& requests);

  // The displayed text of the last response.
  [[nodiscard]] std::string_view answer() const;

 private:
  struct Row {
    enum class Kind : std::uint8_t { command, action, program, completion, earlier } kind;
    std::string text;       // the command, the action or "open @NAME"
    std::string arguments;  // "[COUNT]"
    std::string summary;
    std::string shortcut;
    std::optional<Action> action;
    int score = 0;
  };
  struct Answers;  // shared with pending callbacks

  void find_rows(SessionThread& session, const std::vector<std::string>& history);
  void draw_rows(const Theme& theme, float scale, bool moved);
  void draw_answer(const Theme& theme);
  void submit(SessionThread& session, std::vector<std::string>& history, std::string line);
  void fill_in(const Row& row);
  // Handles Enter or a click on a row. Returns whether to close the palette.
  bool choose(const Row& row, SessionThread& session, std::vector<std::string>& history,
              const PaletteRequests& requests);

  bool open_ = false;
  bool appearing_ = false;
  std::string text_;
  std::optional<std::string> replacement_;
  std::optional<std::string> rows_for_;  // unset: find them again
  std::size_t completions_seen_ = 0;
  std::vector<Row> rows_;
  int selected_ = 0;
  bool navigated_ = false;
  std::optional<int> clicked_;
  std::shared_ptr<Answers> answers_;
};

}  // namespace fungescope::ui
