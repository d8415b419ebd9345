// The page on which the next game is chosen: a level, or a puzzle of one's own.
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/sudoku/play/play_view.h"
#include "debugger_ui/sudoku/play/play_widgets.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

using game::Level;

struct LevelRow {
  Level level;
  std::string_view takes;  // what it takes to solve it
};
constexpr std::array level_rows{
    LevelRow{Level::easy, "hidden singles in boxes"},
    LevelRow{Level::medium, "naked singles, hidden singles in lines"},
    LevelRow{Level::hard, "pairs, triples, intersections, X-wings"},
    LevelRow{Level::expert, "swordfish, XY-wings, unique rectangles"},
    LevelRow{Level::diabolical, "quads, chains"},
};

class StartPage {
 public:
  StartPage(const Context& context, PlayModel& model, const PerformPlay& perform, ImVec2 corner,
            ImVec2 size)
      : context_(context),
        theme_(context.theme),
        fonts_(play_fonts(context.fonts)),
        model_(model),
        perform_(perform) {
    width_ = std::min(size.x - 24 * context.scale, 520 * context.scale);
    x_ = std::round(corner.x + (size.x - width_) / 2);
    gap_ = std::round(6 * context.scale);
    row_ = std::round(38 * context.scale);
    level_ = std::round(62 * context.scale);
    y_ = std::round(corner.y + std::max(0.0F, (size.y - height()) / 2));
  }

  void draw() {
    text_at(fonts_.title, {x_, y_}, "New game", theme_.text);
    y_ += fonts_.title->FontSize + 3 * gap_;
    if (model_.next.running()) return draw_progress();
    for (const LevelRow& row : level_rows) draw_level(row);
    y_ += gap_;
    draw_others();
    draw_problem();
  }

 private:
  [[nodiscard]] float height() const {
    return fonts_.title->FontSize + 4 * gap_ +
           static_cast<float>(level_rows.size()) * (level_ + gap_) + 2 * (row_ + gap_) + 2 * gap_;
  }

  void draw_level(const LevelRow& row) {
    const std::string name(techniques::name_of(row.level));
    ImGui::SetCursorScreenPos({x_, y_});
    if (play_area(context_, "level " + name, {}, {width_, level_})) model_.next.make(row.level);
    const float padding = std::round(14 * context_.scale);
    const float body = fonts_.text->FontSize;
    const float top = std::round(y_ + (level_ - 2.2F * body) / 2);
    text_at(fonts_.text, {x_ + padding, top}, capitalised(name), theme_.text);
    text_at(fonts_.text, {x_ + padding, top + 1.25F * body}, row.takes, theme_.dim);
    const auto best = model_.best.top(row.level, 1, game::HintedGames::exclude);
    if (!best.empty()) {
      text_at(fonts_.text, {x_ + width_ - padding, top}, game::time_text(best.front().milliseconds),
              theme_.text, TextAnchor::right);
      text_at(fonts_.text, {x_ + width_ - padding, top + 1.25F * body}, "best", theme_.dim,
              TextAnchor::right);
    }
    y_ += level_ + gap_;
  }

  void draw_others() {
    draw_button(0, 3,
                {.label = "paste a puzzle",
                 .tooltip = "from the clipboard: 81 characters, nine lines, a link, or another "
                            "format; Ctrl+V"},
                play_action::paste);
    draw_button(1, 3, {.label = "enter a puzzle", .tooltip = "digit by digit, on an empty board"},
                play_action::enter_puzzle);
    draw_button(2, 3,
                {.label = "from the debugger",
                 .tooltip = "the puzzle that the program in the debugger solves",
                 .enabled = model_.program_has_puzzle},
                play_action::program_puzzle);
    y_ += row_ + gap_;
    const bool has_game = model_.state.has_game();
    draw_button(0, has_game ? 2 : 1, {.label = "best times"}, play_action::best_times);
    if (has_game && draw_button(1, 2, {.label = "back to the game", .key = "Esc"})) {
      model_.choosing = false;
    }
    y_ += row_ + gap_;
  }

  // The button at a place, from 0, of a row of `count`.
  bool draw_button(int place, int count, const PlayButton& button,
                   std::optional<std::string_view> command = std::nullopt) {
    const float each =
        std::floor((width_ - static_cast<float>(count - 1) * gap_) / static_cast<float>(count));
    const float from = static_cast<float>(place) * (each + gap_);
    ImGui::SetCursorScreenPos({x_ + from, y_});
    const float width = place + 1 == count ? width_ - from : each;
    const bool pressed = play_button(context_, button, {width, row_});
    if (pressed && command) perform_(*command);
    return pressed;
  }

  void draw_problem() {
    if (model_.next.problem().empty()) return;
    ImGui::SetCursorScreenPos({x_, y_ + gap_});
    ImGui::PushTextWrapPos(x_ + width_ - ImGui::GetWindowPos().x);
    coloured_text(theme_.warning, capitalised(model_.next.problem()) + ".");
    name_item("play problem");
    ImGui::PopTextWrapPos();
  }

  void draw_progress() {
    const auto level = model_.next.level();
    const std::string what = level ? fmt::format("Making a puzzle: {}", techniques::name_of(*level))
                                   : std::string("Solving and rating the puzzle");
    text_at(fonts_.text, {x_, y_}, what, theme_.text);
    y_ += 1.5F * fonts_.text->FontSize;
    if (level && model_.next.tried() > 0) {
      text_at(fonts_.text, {x_, y_}, fmt::format("{} had another level", model_.next.tried()),
              theme_.dim);
    }
    y_ += 1.5F * fonts_.text->FontSize + gap_;
    draw_moving_bar();
    y_ += 3 * gap_;
    ImGui::SetCursorScreenPos({x_, y_});
    const float width = std::round(140 * context_.scale);
    if (play_button(context_, {.label = "cancel", .key = "Esc"}, {width, row_})) {
      model_.next.cancel();
    }
  }

  // How long it takes is not known.
  void draw_moving_bar() const {
    constexpr double interval = 1.0 / 30;
    context_.schedule.within(interval);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float thick = std::round(4 * context_.scale);
    const auto at = static_cast<float>(context_.time - std::floor(context_.time));
    list.AddRectFilled({x_, y_}, {x_ + width_, y_ + thick}, theme_.raised, thick / 2);
    const float from = x_ + at * 0.8F * width_;
    list.AddRectFilled({from, y_}, {from + 0.2F * width_, y_ + thick}, theme_.accent, thick / 2);
  }

  const Context& context_;
  const Theme& theme_;
  PlayFonts fonts_;
  PlayModel& model_;
  const PerformPlay& perform_;
  float width_ = 0;
  float x_ = 0;
  float y_ = 0;
  float gap_ = 0;
  float row_ = 0;
  float level_ = 0;
};

}  // namespace

void draw_start_page(const Context& context, PlayModel& model, const PerformPlay& perform,
                     ImVec2 corner, ImVec2 size) {
  ImGui::PushFont(play_fonts(context.fonts).text);
  StartPage(context, model, perform, corner, size).draw();
  ImGui::PopFont();
}

}  // namespace fungescope::ui
