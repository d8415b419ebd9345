// The side bar: level and clock, the keypad, help and its answers; at the end of a game, its
// result.
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/sudoku/play/play_model.h"
#include "debugger_ui/sudoku/play/play_view.h"
#include "debugger_ui/sudoku/play/play_widgets.h"
#include "debugger_ui/widgets/icons.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

using game::HintKind;
using game::HintStrength;

constexpr std::size_t shown_times = 5;

class SideBar {
 public:
  SideBar(const Context& context, PlayModel& model, const PerformPlay& perform, ImVec2 size)
      : context_(context),
        theme_(context.theme),
        fonts_(play_fonts(context.fonts)),
        model_(model),
        state_(model.board()),
        perform_(perform),
        from_(ImGui::GetCursorScreenPos()),
        size_(size),
        gap_(std::round(5 * context.scale)),
        row_(std::round(34 * context.scale)) {}

  void draw() {
    if (model_.is_entering()) return draw_entry();
    draw_header();
    if (state_.is_finished()) return draw_result();
    const float keys = mode_row_height(context_.scale) + keys_height() + 2 * gap_;
    const float rest = from_.y + size_.y - y() - keys - 2 * (row_ + gap_);
    const bool has_befunge = rest >= row_;
    const float answer = rest - (has_befunge ? row_ + 4 * gap_ : 0);
    over_keys_ = answer < row_ && has_answer();
    if (over_keys_) {
      draw_answer_for_keys(keys);
    } else {
      draw_modes(context_, state_, size_.x);
      draw_keys();
    }
    draw_moves();
    draw_help();
    if (!over_keys_) draw_answer(y() + 2 * gap_, from_.y + size_.y - row_ - 2 * gap_);
    if (has_befunge) draw_befunge();
  }

 private:
  [[nodiscard]] bool is_low() const { return size_.y < 330 * context_.scale; }
  // In a low window the answers need the room more than the keys.
  [[nodiscard]] float keys_height() const {
    const float row = 40 * context_.scale;
    if (is_low()) return std::round(1.5F * row);
    return std::round(std::clamp(0.32F * size_.y, 3 * row, 0.72F * size_.x));
  }
  void draw_keys() {
    const ImVec2 size{size_.x, keys_height()};
    if (const int digit = draw_keypad(context_, state_, size, {}, is_low() ? 9 : 3)) {
      state_.enter(static_cast<techniques::Digit>(digit), state_.mode());
    }
  }

  [[nodiscard]] float y() const { return ImGui::GetCursorScreenPos().y; }
  void move_to(float at) const { ImGui::SetCursorScreenPos({from_.x, at}); }

  // ---- The level, the clock

  void draw_header() {
    const game::Game& game = state_.game();
    const float title = fonts_.title->FontSize;
    const float height = std::round(title + 6 * context_.scale);
    const ImVec2 size = text_at(fonts_.title, {from_.x, from_.y + (height - title) / 2},
                                level_title(game.puzzle()), theme_.text);
    const std::string rating = game.puzzle().rating_text();
    if (!rating.empty() && rating != "search") {
      // The clock needs its room.
      const float left = size.x + 8 * context_.scale;
      const std::string text = "rating " + rating;
      const bool fits = left + ImGui::CalcTextSize(text.c_str()).x < size_.x - 128 * context_.scale;
      text_at(
          fonts_.text,
          {from_.x + left, from_.y + (height + 0.72F * title) / 2 - 0.86F * fonts_.text->FontSize},
          fits ? text : rating, theme_.dim);
    }
    if (state_.switches.timer && !state_.is_finished()) draw_clock(height);
    name_area("play", "header", {from_, {from_.x + size_.x, from_.y + height}});
    move_to(from_.y + height + 2 * gap_);
  }

  void draw_clock(float height) {
    const float button = std::round(30 * context_.scale);
    const float title = fonts_.title->FontSize;
    const std::string time = game::time_text(state_.milliseconds());
    const float right = from_.x + size_.x - button - 8 * context_.scale;
    text_at(fonts_.title, {right, from_.y + (height - title) / 2}, time,
            state_.paused() ? theme_.dim : theme_.text, TextAnchor::right);
    name_area("clock", time, {{right - 60, from_.y}, {right, from_.y + height}});
    ImGui::SetCursorScreenPos(
        {from_.x + size_.x - button, std::round(from_.y + (height - button) / 2)});
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (play_area(context_, "play pause",
                  {.label = {}, .tooltip = "hide the board and stop the clock", .key = "P"},
                  {button, button})) {
      perform_(play_action::pause);
    }
    const float icon = std::round(0.5F * button);
    draw_icon(*ImGui::GetWindowDrawList(), state_.paused() ? Icon::play : Icon::pause,
              {corner.x + (button - icon) / 2, corner.y + (button - icon) / 2}, icon, theme_.text);
    if (state_.paused()) return;
    const double seconds = static_cast<double>(state_.milliseconds()) / 1000;
    context_.schedule.within(std::max(0.02, std::floor(seconds) + 1 - seconds));
  }

  // ---- A puzzle that is entered by hand

  void draw_entry() {
    const float title = fonts_.title->FontSize;
    text_at(fonts_.title, {from_.x, from_.y + 3 * context_.scale}, "Enter a puzzle", theme_.text);
    move_to(from_.y + std::round(title + 6 * context_.scale) + 2 * gap_);
    draw_keys();
    draw_moves();
    draw_answer(y() + 2 * gap_, from_.y + size_.y - row_ - 2 * gap_);
    move_to(from_.y + size_.y - row_);
    draw_row({{{.label = "cancel", .key = "Esc"}, play_action::new_game},
              {{.label = model_.entry.was_doubted() ? "play it anyway" : "start",
                .tooltip = "the digits become the givens of a game",
                .key = "Enter",
                .enabled = !model_.next.running(),
                .primary = true},
               play_action::start_entered}});
  }

  void draw_entry_advice() {
    wrapped_coloured_text(theme_.dim,
                          "Type the digits row by row: each moves on to the next cell. Space or 0 "
                          "leaves a cell empty.");
    const int digits = static_cast<int>(game::board_cells) - state_.indicators().empty;
    coloured_text(theme_.faint, count_text(static_cast<std::uint64_t>(digits), "digit"));
    name_item("play entered");
  }

  // ---- Buttons

  // A row of buttons of equal widths, which do what `commands` say.
  void draw_row(const std::vector<std::pair<PlayButton, std::string_view>>& buttons) {
    const float top = y();
    std::size_t i = 0;
    for (const auto& [button, command] : buttons) {
      const RowPart part = part_of(size_.x, gap_, i++, buttons.size());
      ImGui::SetCursorScreenPos({from_.x + part.from, top});
      if (play_button(context_, button, {part.size, row_})) perform_(command);
    }
    move_to(top + row_ + gap_);
  }

  void draw_moves() {
    const game::Game& game = state_.game();
    const bool open = !state_.paused();
    draw_row({{{.label = "undo", .key = "Ctrl+Z", .enabled = open && game.can_undo()},
               play_action::undo},
              {{.label = "redo", .key = "Ctrl+Y", .enabled = open && game.can_redo()},
               play_action::redo},
              {{.label = "erase",
                .tooltip = "the digit; again: its marks; again: its colours",
                .key = "Delete",
                .enabled = open},
               play_action::erase}});
  }

  void draw_help() {
    const bool open = !state_.paused();
    draw_row({{{.label = "all marks",
                .tooltip = "every candidate as a mark, in all empty cells",
                .key = "A",
                .enabled = open},
               play_action::fill_marks},
              {{.label = "check",
                .tooltip = "how many digits are wrong, without telling which",
                .key = "K",
                .enabled = open},
               play_action::check},
              {{.label = hint_label(state_.hint()),
                .tooltip = "where to look; again: which technique; again: the step; again: make it",
                .key = "H",
                .enabled = open},
               play_action::hint}});
  }

  // ---- Answers

  // Whether there is more to report than the progress of the game.
  [[nodiscard]] bool has_answer() const {
    return !state_.paused() &&
           (state_.hint() || state_.at_work() || !state_.message().text.empty());
  }

  void draw_answer_for_keys(float height) {
    const ImVec2 corner{from_.x, y()};
    const ImVec2 end{from_.x + size_.x, corner.y + height};
    draw_answer(corner.y, end.y);
    if (ImGui::IsMouseHoveringRect(corner, end) && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      state_.dismiss_hint();
    }
    move_to(end.y);
  }

  void draw_answer(float top, float bottom) {
    if (bottom - top < row_) return;
    ImGui::SetCursorScreenPos({from_.x, top});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    if (ImGui::BeginChild("answer", {size_.x, bottom - top}, false)) {
      if (state_.paused()) {
        coloured_text(theme_.dim, "Paused");
      } else if (state_.hint()) {
        draw_hint(*state_.hint());
      } else if (state_.at_work()) {
        coloured_text(theme_.dim, "looking for a hint");
      } else if (state_.is_entry() && model_.next.running()) {
        coloured_text(theme_.dim, "solving and rating the puzzle");
      } else if (!state_.message().text.empty()) {
        wrapped_coloured_text(colour_of(state_.message().tone, theme_),
                              capitalised(state_.message().text) + ".");
        name_item("play message");
      } else if (state_.is_entry()) {
        draw_entry_advice();
      } else {
        draw_progress();
      }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }

  void draw_progress() {
    const int empty = state_.indicators().empty;
    coloured_text(theme_.dim, count_text(static_cast<std::uint64_t>(empty), "cell") + " to go");
    name_item("play progress");
    coloured_text(theme_.faint, "F1: keys");
  }

  void draw_hint(const ShownHint& shown) {
    wrapped_coloured_text(theme_.text, capitalised(shown.hint.text(shown.strength)) + ".");
    name_item("play hint text");
    constexpr std::array<std::string_view, 3> next{"again: which technique", "again: the step",
                                                   "again: make it"};
    const std::string more =
        shown.hint.kind == HintKind::none
            ? std::string()
            : fmt::format("H {}; ", next[static_cast<std::size_t>(shown.strength)]);
    wrapped_coloured_text(theme_.faint,
                          more + (over_keys_ ? "a tap puts it away" : "Esc puts it away"));
  }

  void draw_befunge() {
    ImGui::SetCursorScreenPos({from_.x, from_.y + size_.y - row_});
    const PlayButton button{
        .label = "continue in the debugger",
        .tooltip =
            "A Befunge program takes your board and finds its next digit, and the debugger "
            "shows how. The game stays as it is: F9 leads back.",
        .key = "F9",
        .enabled = !state_.paused()};
    if (play_button(context_, button, {size_.x, row_})) perform_(play_action::befunge);
  }

  // ---- The end

  void draw_result() {
    const game::HelpUsed& help = state_.game().help();
    move_to(y() + 4 * gap_);
    text_at(fonts_.title, ImGui::GetCursorScreenPos(), result_title(help, state_.milliseconds()),
            theme_.good);
    name_area("play", "result", {ImGui::GetCursorScreenPos(), {from_.x + size_.x, y() + row_}});
    move_to(y() + fonts_.title->FontSize + 3 * gap_);
    ImGui::PushTextWrapPos(from_.x + size_.x - ImGui::GetWindowPos().x);
    for (const std::string& line : result_lines(help, state_.milliseconds(), model_)) {
      ImGui::SetCursorScreenPos({from_.x, y()});
      coloured_text(theme_.text, line);
    }
    ImGui::PopTextWrapPos();
    draw_best_times();
    move_to(from_.y + size_.y - row_);
    if (play_button(context_, {.label = "new game", .key = "Ctrl+N", .primary = true},
                    {size_.x, row_})) {
      perform_(play_action::new_game);
    }
  }

  // A game with hints is listed among all, one without among those without.
  [[nodiscard]] game::HintedGames hinted() const {
    return model_.result->hints > 0 ? game::HintedGames::include : game::HintedGames::exclude;
  }

  void draw_best_times() {
    if (!model_.result) return;
    const auto best = model_.best.top(model_.result->level, shown_times, hinted());
    if (best.size() < 2) return;
    move_to(y() + 4 * gap_);
    coloured_text(theme_.dim,
                  model_.result->hints > 0 ? "Best times, also with hints" : "Best times");
    for (const game::GameResult& result : best) {
      ImGui::SetCursorScreenPos({from_.x, y()});
      const bool present = result == *model_.result;
      coloured_text(present ? theme_.good : theme_.text,
                    fmt::format("{:>8}  {}{}{}", game::time_text(result.milliseconds),
                                result.date.substr(0, 10), result.hints > 0 ? "  hints" : "",
                                present ? "  now" : ""));
    }
  }

  const Context& context_;
  const Theme& theme_;
  PlayFonts fonts_;
  PlayModel& model_;
  PlayState& state_;
  const PerformPlay& perform_;
  ImVec2 from_;
  ImVec2 size_;
  float gap_;
  float row_;
  bool over_keys_ = false;  // the answer is in the place of modes and keys
};

}  // namespace

void draw_side_bar(const Context& context, PlayModel& model, const PerformPlay& perform,
                   ImVec2 size) {
  ImGui::PushFont(play_fonts(context.fonts).text);
  SideBar(context, model, perform, size).draw();
  ImGui::PopFont();
}

float min_bar_height(float scale) {
  return 248 * scale;
}

std::string hint_label(const std::optional<ShownHint>& shown) {
  if (!shown) return "hint";
  if (shown->hint.kind == HintKind::none) return "close";
  if (shown->strength != HintStrength::step) return "more";
  if (shown->hint.kind == HintKind::wrong_digits) return "erase it";
  const auto& placement = shown->hint.step->placement;
  return placement ? fmt::format("place {}", placement->digit) : "remove marks";
}

std::string level_title(const game::Puzzle& puzzle) {
  return puzzle.level ? capitalised(std::string(techniques::name_of(*puzzle.level)))
                      : std::string("Own puzzle");
}

}  // namespace fungescope::ui
