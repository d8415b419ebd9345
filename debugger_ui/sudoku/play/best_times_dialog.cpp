// The best times by level, in a dialog.
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/sudoku/play/play_view.h"
#include "debugger_ui/sudoku/play/play_widgets.h"
#include "debugger_ui/widgets/item_names.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::array listed_levels{game::Level::easy, game::Level::medium, game::Level::hard,
                                   game::Level::expert, game::Level::diabolical};

bool dialog_button(const std::string& label, bool enabled = true) {
  ImGui::BeginDisabled(!enabled);
  const bool pressed = ImGui::Button(label.c_str());
  ImGui::EndDisabled();
  name_item("best times " + label);
  return pressed && enabled;
}

void draw_result_row(const Context& context, const game::GameResult& result, std::size_t place) {
  const Theme& theme = context.theme;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  coloured_text(theme.dim, fmt::format("{:>3}", place));
  ImGui::TableNextColumn();
  coloured_text(theme.text, fmt::format("{:>8}", game::time_text(result.milliseconds)));
  name_item("best time", place);
  ImGui::TableNextColumn();
  // "2026-11-22T20:31:05" to the minute
  std::string date = result.date.substr(0, 16);
  if (date.size() > 10) date[10] = ' ';
  coloured_text(theme.dim, date);
  ImGui::TableNextColumn();
  if (result.hints > 0) {
    coloured_text(theme.dim, count_text(static_cast<std::uint64_t>(result.hints), "hint"));
  }
}

void draw_results(const Context& context, const std::vector<game::GameResult>& results) {
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {8 * context.scale, 3 * context.scale});
  if (ImGui::BeginTable("list", 4, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg)) {
    for (std::size_t i = 0; i < results.size(); ++i) draw_result_row(context, results[i], i + 1);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

}  // namespace

void BestTimesDialog::open(game::Level level) {
  level_ = level;
  asking_ = false;
  modal_.open();
}

bool BestTimesDialog::draw(const Context& context, const game::BestTimes& best) {
  const ImVec2 size{560 * context.scale, 460 * context.scale};
  if (!modal_.begin("Best times###best times", context.scale, size)) return false;
  ImGui::PushFont(play_fonts(context.fonts).text);
  handle_keys(context.input);
  draw_levels(context);
  draw_list(context, best, -ImGui::GetFrameHeightWithSpacing());
  bool clears = false;
  if (asking_) {
    clears = draw_question(best);
  } else {
    draw_foot(best);
  }
  ImGui::PopFont();
  modal_.end();
  return clears;
}

void BestTimesDialog::handle_keys(const InputQueue& input) {
  const auto at = static_cast<int>(level_);
  constexpr int last = static_cast<int>(listed_levels.size()) - 1;
  if (input.pressed(Key::left) && at > 0) level_ = static_cast<game::Level>(at - 1);
  if (input.pressed(Key::right) && at < last) level_ = static_cast<game::Level>(at + 1);
  if (!input.pressed(Key::escape)) return;
  if (!asking_) modal_.close();
  asking_ = false;
}

void BestTimesDialog::draw_levels(const Context& context) {
  const float gap = std::round(5 * context.scale);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  constexpr auto count = static_cast<float>(listed_levels.size());
  const float each = std::floor((ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count);
  const float height = std::round(30 * context.scale);
  float x = from.x;
  for (const game::Level level : listed_levels) {
    ImGui::SetCursorScreenPos({x, from.y});
    PlayButton button{.label = std::string(techniques::name_of(level)), .place = "best times"};
    button.active = level == level_;
    if (play_button(context, button, {each, height})) level_ = level;
    x += each + gap;
  }
}

void BestTimesDialog::draw_list(const Context& context, const game::BestTimes& best,
                                float height) const {
  const auto results = best.top(level_, 2 * game::BestTimes::max_kept,
                                hinted_ ? game::HintedGames::include : game::HintedGames::exclude);
  if (ImGui::BeginChild("times", {0, height}, false)) {
    ImGui::Dummy({0, 4 * context.scale});
    if (results.empty()) {
      coloured_text(context.theme.dim,
                    fmt::format("No {} puzzle has been solved yet.", techniques::name_of(level_)));
      name_item("best times none");
    } else {
      draw_results(context, results);
    }
  }
  ImGui::EndChild();
}

void BestTimesDialog::draw_foot(const game::BestTimes& best) {
  ImGui::Checkbox("games with hints", &hinted_);
  name_item("best times games with hints");
  ImGui::SameLine();
  move_to_right(button_width("clear") + button_width("close") + ImGui::GetStyle().ItemSpacing.x);
  if (dialog_button("clear", !best.results().empty())) asking_ = true;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("remove all times, of all levels");
  ImGui::SameLine();
  if (dialog_button("close")) modal_.close();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Escape");
}

bool BestTimesDialog::draw_question(const game::BestTimes& best) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(
      fmt::format("Remove {}, of all levels?", count_text(best.results().size(), "time")).c_str());
  ImGui::SameLine();
  move_to_right(button_width("keep") + button_width("remove") + ImGui::GetStyle().ItemSpacing.x);
  if (dialog_button("keep")) asking_ = false;
  ImGui::SameLine();
  const bool removes = dialog_button("remove");
  if (removes) asking_ = false;
  return removes;
}

}  // namespace fungescope::ui
