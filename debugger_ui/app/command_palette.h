// The command palette: finds commands, and everything that the menus have, by name; completes
// arguments, and shows responses.
#pragma once

#include "debugger_ui/platform/input.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/widgets/theme.h"

#include <cstddef>
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

// What the palette offers besides commands.
struct PaletteEntry {
  std::string name;  // as a menu calls it
  std::string summary;
  std::string shortcut;
  std::function<void()> choose;
};

class CommandPalette {
 public:
  CommandPalette();

  void open(std::vector<PaletteEntry> entries);
  void close();
  [[nodiscard]] bool is_open() const { return open_; }

  // Adds submitted lines to `history`, newest first. Rows are named "palette NAME".
  void draw(const Theme& theme, float scale, const InputQueue& input, SessionThread& session,
            std::vector<std::string>& history);

  // The displayed text of the last response.
  [[nodiscard]] std::string_view answer() const;

 private:
  struct Row {
    enum class Kind : std::uint8_t { command, entry, completion, earlier } kind;
    std::string text;       // the command, or the entry's name
    std::string arguments;  // "[COUNT]"
    std::string summary;
    std::string shortcut;
    std::size_t entry = 0;  // its index
    int score = 0;
  };
  struct Answers;  // shared with pending callbacks

  void add_entries(bool only_beginnings);
  void add_commands();
  // The entry to choose for Enter after its name.
  [[nodiscard]] const PaletteEntry* named_entry() const;
  void find_rows(SessionThread& session, const std::vector<std::string>& history);
  void draw_rows(const Theme& theme, float scale, bool moved);
  void draw_answer(const Theme& theme);
  void submit(SessionThread& session, std::vector<std::string>& history, std::string line);
  void fill_in(const Row& row);
  // Handles Enter or a click on a row. Returns whether to close the palette.
  bool choose(const Row& row, SessionThread& session, std::vector<std::string>& history);
  bool choose(const PaletteEntry& entry);

  std::vector<PaletteEntry> entries_;
  bool open_ = false;
  bool appearing_ = false;
  std::string text_;
  std::optional<std::string> rows_for_;  // unset: find them again
  std::size_t completions_seen_ = 0;
  std::vector<Row> rows_;
  int selected_ = 0;
  bool navigated_ = false;
  std::optional<int> clicked_;
  std::shared_ptr<Answers> answers_;
};

}  // namespace fungescope::ui
