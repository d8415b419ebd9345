#include "debugger_ui/sudoku/play/play_view.h"

#include "debugger_ui/sudoku/play/play_widgets.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "sudoku/techniques/words/explanation.h"

namespace fungescope::ui {
namespace {

using techniques::Cell;

void name_cells(const BoardGeometry& geometry) {
  if (ImGui::GetIO().UserData == nullptr) return;
  for (const Cell cell : techniques::every_cell) {
    const ImVec2 corner = geometry.corner_of(cell);
    name_area("cell", techniques::to_text(cell),
              {corner, {corner.x + geometry.cell, corner.y + geometry.cell}});
  }
}

// Adds the cells on the way of a drag, which may be faster than the frames.
void select_between(PlayState& state, Cell from, Cell to) {
  const auto x = static_cast<int>(techniques::column_of(from));
  const auto y = static_cast<int>(techniques::row_of(from));
  const int dx = static_cast<int>(techniques::column_of(to)) - x;
  const int dy = static_cast<int>(techniques::row_of(to)) - y;
  const int steps = std::max(std::abs(dx), std::abs(dy));
  for (int i = 1; i <= steps; ++i) {
    const auto along = [&](int start, int length) {
      return start + (2 * length * i + (length < 0 ? -steps : steps)) / (2 * steps);
    };
    state.add_to_selection(static_cast<Cell>(along(y, dy) * 9 + along(x, dx)));
  }
}

void draw_cover(const Context& context, const BoardGeometry& geometry) {
  const ImVec2 middle{geometry.corner.x + geometry.side() / 2,
                      geometry.corner.y + geometry.side() / 2};
  const PlayFonts fonts = play_fonts(context.fonts);
  ImFont* const title = fonts.title;
  const float half = std::round(1.9F * title->FontSize);
  const float wide = std::round(0.3F * geometry.side());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({middle.x - wide, middle.y - half}, {middle.x + wide, middle.y + half},
                     context.theme.panel, 6 * context.scale);
  list.AddRect({middle.x - wide, middle.y - half}, {middle.x + wide, middle.y + half},
               context.theme.border, 6 * context.scale);
  text_at(title, {middle.x, middle.y - 1.25F * title->FontSize}, "Paused", context.theme.text,
          TextAnchor::middle);
  text_at(fonts.text, {middle.x, middle.y + 0.35F * title->FontSize}, "click, or P, to go on",
          context.theme.dim, TextAnchor::middle);
  name_area("play", "cover",
            {{middle.x - wide, middle.y - half}, {middle.x + wide, middle.y + half}});
}

}  // namespace

void PlayView::draw(const Context& context, PlayModel& model, const PerformPlay& perform,
                    ImVec2 corner, ImVec2 size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  list.PushClipRect(corner, end, false);  // over the window's padding too
  list.AddRectFilled(corner, end, context.theme.panel);
  list.PopClipRect();
  if (!model.is_playing() && !model.is_entering()) {
    return draw_start_page(context, model, perform, corner, size);
  }
  const float padding = std::round(12 * context.scale);
  const float bar =
      std::round(std::clamp(0.27F * size.x, 264 * context.scale, 360 * context.scale));
  const float gap = std::round(24 * context.scale);
  const ImVec2 room{size.x - bar - gap - 2 * padding, size.y - 2 * padding};
  const float board = std::min(room.x, room.y);
  const float edge = std::round(4 * context.scale);
  const float stacked = std::min(size.x - 2 * edge, size.y - min_bar_height(context.scale));
  if (stacked > board) return draw_stacked(context, model, perform, corner, size, stacked, edge);
  // Board and side bar together are in the middle of a wide window.
  const float spare = std::max(0.0F, std::floor((room.x - board) / 2));
  const ImVec2 origin{corner.x + padding + spare, corner.y + padding};
  draw_board(context, model, perform, origin, {board, room.y});
  const float top = geometry_.corner.y - play_margin(context.scale);
  const float bottom = geometry_.corner.y + geometry_.side();
  // As high as the board, unless that is too low for it.
  const float height = std::clamp(bottom - top, std::min(room.y, 480 * context.scale), room.y);
  ImGui::SetCursorScreenPos({origin.x + board + gap, std::min(top, origin.y + room.y - height)});
  draw_side_bar(context, model, perform, {bar, height});
}

// The board above the bar, as on a phone that is held upright.
void PlayView::draw_stacked(const Context& context, PlayModel& model, const PerformPlay& perform,
                            ImVec2 corner, ImVec2 size, float board, float edge) {
  const float bar = std::min(size.x - 4 * edge, 480 * context.scale);
  draw_board(context, model, perform, {corner.x + std::round((size.x - board) / 2), corner.y},
             {board, board});
  const float top = geometry_.corner.y + geometry_.side() + 2 * edge;
  ImGui::SetCursorScreenPos({corner.x + std::round((size.x - bar) / 2), top});
  draw_side_bar(context, model, perform, {bar, corner.y + size.y - 2 * edge - top});
}

void PlayView::draw_board(const Context& context, PlayModel& model, const PerformPlay& perform,
                          ImVec2 corner, ImVec2 size) {
  PlayState& state = model.board();
  geometry_ = play_geometry(corner, size, context.scale);
  ImGui::SetCursorScreenPos(geometry_.corner);
  ImGui::InvisibleButton("play board", {geometry_.side(), geometry_.side()},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
  name_item("play board");
  if (state.paused()) {
    if (ImGui::IsItemClicked()) perform(play_action::pause);
  } else {
    handle_mouse(context, state);
  }
  const PlayPainting painting{*ImGui::GetWindowDrawList(), context.fonts, context.theme,
                              context.scale};
  paint_play_board(painting, geometry_, look_of(state));
  if (state.paused()) draw_cover(context, geometry_);
  name_cells(geometry_);
  draw_picker(context, state);
}

void PlayView::handle_mouse(const Context& context, PlayState& state) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Mods mods = context.input.frame().mods;
  const bool hovered = ImGui::IsItemHovered();
  const Cell nearest = nearest_cell(geometry_, mouse);
  const auto under = hovered && geometry_.cell_at(mouse) ? std::optional(nearest) : std::nullopt;
  if (under && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    state.select_equal(*under);
    dragged_.reset();
  } else if (under && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    if (mods.ctrl) {
      state.toggle_selected(*under);
    } else if (mods.shift) {
      state.add_to_selection(*under);
    } else {
      state.select(*under);
    }
    dragged_ = under;
  } else if (dragged_ && (ImGui::IsMouseDown(ImGuiMouseButton_Left) ||
                          ImGui::IsMouseReleased(ImGuiMouseButton_Left))) {
    select_between(state, *dragged_, nearest);
    dragged_ = nearest;
  } else {
    dragged_.reset();
  }
  if (under && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    if (!state.selection().contains(*under)) state.select(*under);
    ImGui::OpenPopup("picker");
  }
}

// The keys next to the cell, for the mouse alone.
void PlayView::draw_picker(const Context& context, PlayState& state) {
  const float padding = std::round(6 * context.scale);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  if (ImGui::BeginPopup("picker")) {
    const float width = std::round(190 * context.scale);
    if (!state.is_entry()) draw_modes(context, state, std::round(1.6F * width), "picker");
    const int digit =
        draw_keypad(context, state, {std::round(1.6F * width), std::round(0.8F * width)}, "picker");
    if (digit != 0) state.enter(static_cast<techniques::Digit>(digit), state.mode());
    const bool digit_entered = digit != 0 && state.mode() == EntryMode::digit;
    if (play_button(context, {.label = "erase", .key = "Delete", .place = "picker"},
                    {std::round(1.6F * width), std::round(28 * context.scale)})) {
      state.erase();
    }
    if (digit_entered) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace fungescope::ui
