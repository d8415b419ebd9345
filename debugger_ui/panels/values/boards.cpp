// The board of a program of a known kind, or else the regions that the source makes boards
// (`#$board`): numbers, characters or pieces on squares, with what has changed since the last stop.
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/common/typed_input.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/window_extension.h"
#include "debugger_ui/widgets/drawing.h"
#include "debugger_ui/widgets/item_names.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr float max_square = 64;       // at scale 1: few squares need not fill a tile
constexpr float max_text = 24;         // at scale 1, of the characters of a text
constexpr float min_lined_square = 5;  // pixels; smaller squares have no lines between them

// How a board lies in its part of the panel.
struct BoardLayout {
  ImVec2 side;             // of a square, whole pixels unless it is below 2
  float margin = 0;        // of the labels
  ImFont* font = nullptr;  // null: no room for text
  ImVec2 size;             // of all squares
};

// The characters of the fonts are about 0.6 of their height wide.
BoardLayout fit(const Context& context, const RegionBoardView& view, ImVec2 space, float margin) {
  const auto width = static_cast<float>(std::max<std::int64_t>(view.size.width, 1));
  const auto height = static_cast<float>(std::max<std::int64_t>(view.size.height, 1));
  BoardLayout layout;
  if (view.text) {
    const float fitting = std::min(space.x / width / 0.6F, space.y / height);
    layout.font = font_within(context.fonts, std::min(fitting, max_text * context.scale));
  }
  if (layout.font != nullptr) {
    layout.side = {text_width(*layout.font, "0"), std::floor(layout.font->FontSize)};
  } else {
    layout.margin = margin;
    const float fitting = std::min((space.x - margin) / width, (space.y - margin) / height);
    float side = std::clamp(fitting, 0.5F, max_square * context.scale);
    if (side >= 2) side = std::floor(side);
    layout.side = {side, side};
    const float share = view.pieces && view.width == 1 ? 0.5F : 0.66F;
    const float by_width = 0.9F * side / (0.6F * static_cast<float>(view.width));
    layout.font = font_within(context.fonts, std::min(share * side, by_width));
  }
  layout.size = {layout.side.x * width, layout.side.y * height};
  return layout;
}

struct BoardPainter {
  const Context& context_;
  const RegionBoardView& view_;
  const BoardLayout& layout_;
  ImVec2 corner_;
  const Theme& theme_ = context_.theme;
  ImDrawList& list_ = *ImGui::GetWindowDrawList();
  float line_ = std::max(1.0F, std::floor(context_.scale));
  ImFont* font_ = layout_.font;

  void paint() {
    for (std::int64_t y = 0; y < view_.size.height; ++y) {
      for (std::int64_t x = 0; x < view_.size.width; ++x) paint_square({x, y});
    }
    paint_lines();
    for (const auto* const cell : {&context_.selection.hovered, &context_.selection.cell}) {
      if (*cell) outline(**cell, cell == &context_.selection.cell ? theme_.accent : theme_.dim);
    }
    if (layout_.margin > 2) paint_labels();
  }

  [[nodiscard]] ImVec2 corner_of(Point at) const {
    return {corner_.x + layout_.side.x * static_cast<float>(at.x),
            corner_.y + layout_.side.y * static_cast<float>(at.y)};
  }

  void paint_square(Point at) {
    const BoardSquare& square = view_.at(at);
    const ImVec2 corner = corner_of(at);
    const ImVec2 end = corner + layout_.side;
    ImU32 ground = background(at, square);
    if (square.changed)
      ground = font_ == nullptr ? theme_.changed : over(ground, changed_tint(theme_));
    list_.AddRectFilled(corner, end, ground);
    if (square.changed && layout_.side.x >= min_lined_square) {
      const float thick = std::max(2 * line_, std::floor(layout_.side.x / 14));
      list_.AddRectFilled({corner.x, end.y - thick}, end, theme_.changed);
    }
    if (square.text.empty() || font_ == nullptr) return;
    if (view_.pieces) paint_piece(square, corner);
    const ImU32 colour = view_.pieces
                             ? legible(theme_.panel, piece_colour(square))
                             : legible(square.changed ? theme_.changed : theme_.text, ground);
    centred_text(*font_, corner + layout_.side * 0.5F, colour, square.text);
  }

  void centred_text(ImFont& font, ImVec2 middle, ImU32 colour, const std::string& text) {
    draw_text(list_, font,
              {std::floor(middle.x - text_width(font, text) / 2),
               std::floor(middle.y - font.FontSize / 2)},
              colour, text);
  }

  // Boards of pieces are chequered, with a light square in the corner. Hidden squares stand out.
  // Without room for text, what stands on a square is a shade.
  [[nodiscard]] ImU32 background(Point at, const BoardSquare& square) const {
    if (view_.pieces) {
      return (at.x + at.y) % 2 == 0 ? theme_.light_square : theme_.dark_square;
    }
    if (square.hidden) return theme_.raised;
    const ImU32 plain = mix(theme_.panel, theme_.background, 0.5F);
    if (font_ != nullptr || square.text.empty()) return plain;
    const double size = std::log2(1 + std::abs(static_cast<double>(square.value)));
    return mix(plain, theme_.region, static_cast<float>(std::clamp(size / 14, 0.2, 0.9)));
  }

  // A letter keeps its colour wherever it stands.
  [[nodiscard]] ImU32 piece_colour(const BoardSquare& square) const {
    const auto letter = static_cast<unsigned char>(square.text.front());
    return theme_.curves[letter % theme_.curves.size()];
  }
  void paint_piece(const BoardSquare& square, ImVec2 corner) {
    const ImVec2 middle = corner + layout_.side * 0.5F;
    const float radius = 0.4F * layout_.side.x;
    list_.AddCircleFilled(middle, radius, piece_colour(square));
    if (square.changed) list_.AddCircle(middle, radius, theme_.changed, 0, 2 * line_);
  }

  void paint_lines() {
    const ImVec2 end = corner_ + layout_.size;
    // Every `step` squares, and not at the edges.
    const auto lines = [&](std::int64_t step_x, std::int64_t step_y, ImU32 colour, float width) {
      for (std::int64_t x = step_x; x < view_.size.width; x += step_x) {
        const float at = corner_of({x, 0}).x - std::floor(width / 2);
        list_.AddRectFilled({at, corner_.y}, {at + width, end.y}, colour);
      }
      for (std::int64_t y = step_y; y < view_.size.height; y += step_y) {
        const float at = corner_of({0, y}).y - std::floor(width / 2);
        list_.AddRectFilled({corner_.x, at}, {end.x, at + width}, colour);
      }
    };
    if (layout_.side.x >= min_lined_square && !view_.pieces && !view_.text) {
      lines(1, 1, theme_.grid_line, line_);
    }
    const float thick = 2 * line_;
    lines(view_.boxes.width > 0 ? view_.boxes.width : view_.size.width,
          view_.boxes.height > 0 ? view_.boxes.height : view_.size.height, theme_.dim, thick);
    const ImVec2 around(line_, line_);
    list_.AddRect(corner_ - around, end + around, theme_.dim, 0, 0, thick);
  }

  // Of each square that shows the cell: several if it is the same piece's.
  void outline(Point cell, ImU32 colour) {
    for (std::size_t i = 0; i < view_.squares.size(); ++i) {
      if (!view_.squares[i].has_cell || view_.squares[i].cell != cell) continue;
      outline_square(view_.size.point_at(i), colour);
    }
  }
  void outline_square(Point square, ImU32 colour) {
    const ImVec2 at = corner_of(square);
    const ImVec2 end = at + layout_.side - ImVec2(line_ - 1, line_ - 1);
    list_.AddRect(at + ImVec2(line_, line_), end, colour, 0, 0, 2 * line_);
  }

  // Of labels that would touch each other only every fifth or tenth is drawn.
  void paint_labels() {
    ImFont* const font = context_.fonts.small;
    const float digit = text_width(*font, "0");
    const auto step = [&](float needed) {
      const float squares = std::ceil(needed / layout_.side.x);
      return squares <= 1 ? std::int64_t{1} : squares <= 5 ? std::int64_t{5} : std::int64_t{10};
    };
    const auto longest = static_cast<float>(
        std::max(view_.columns.at(0).size(), view_.columns.at(view_.size.width - 1).size()));
    const ImVec2 half = layout_.side * 0.5F;
    for (std::int64_t x = 0; x < view_.size.width; x += step((longest + 0.7F) * digit)) {
      centred_text(*font, corner_of({x, 0}) + ImVec2(half.x, -layout_.margin / 2), theme_.dim,
                   view_.columns.at(x));
    }
    for (std::int64_t y = 0; y < view_.size.height; y += step(font->FontSize)) {
      centred_text(*font, corner_of({0, y}) + ImVec2(-layout_.margin / 2, half.y), theme_.dim,
                   view_.rows.at(y));
    }
  }
};

// Null: a click on the board types nothing.
const TypedText* click_of(const Context& context, const RegionBoardView& view) {
  const Region* const region = context.snapshot.program->symbols.region(view.name);
  const bool ended = context.snapshot.status != Status::running;
  return region == nullptr || !region->board || ended ? nullptr : &region->board->click;
}

void hover(Context& context, TypedInput& typing, const RegionBoardView& view, Point at) {
  const BoardSquare& square = view.at(at);
  std::string text = square_name(view, at);
  const TypedText* const typed = click_of(context, view);
  const bool types = typed != nullptr && TypedInput::types(view, *typed, at);
  const bool selects = square.has_cell && (!types || context.input.frame().mods.ctrl);
  if (square.has_cell) {
    context.selection.hovered = square.cell;
    if (!square.hidden) context.selection.value_here = to_argument(square.cell);
    text += fmt::format(", {} = {}{}", cell_name(context.snapshot.program->symbols, square.cell),
                        square.hidden ? "hidden"
                        : view.pieces ? square.text
                                      : value_in_words(square.value),
                        square.changed ? "\nchanged since the last stop" : "");
  } else {
    text += fmt::format(", position {}{}", at.y * view.size.width + at.x,
                        square.changed ? "\nleft since the last stop" : "");
  }
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    if (selects) {
      show_cell(context, square.cell);
    } else if (types) {
      typing.click(context, view, *typed, at);
    }
  }
  constexpr const char* selecting = "click: selects its cell in the playfield";
  item_tooltip(context, text,
               !types            ? square.has_cell ? selecting : ""
               : square.has_cell ? "click: types its place; Ctrl+click: selects its cell"
                                 : "click: types its place");
}

void draw_board(Context& context, TypedInput& typing, const RegionBoardView& view, ImVec2 at,
                ImVec2 space, float heading, float margin) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(at, context.theme.text, view.name.c_str());
  std::string caption = fmt::format("{}x{}", view.size.width, view.size.height);
  if (view.squares.empty()) caption = "no squares yet";
  if (!view.off_board.empty()) caption += ", off the board: " + view.off_board;
  if (typing.is_typing(view)) caption = std::string(trim(typing.text())) + " ...";
  const float after = ImGui::CalcTextSize(view.name.c_str()).x + character_width();
  list.AddText({at.x + after, at.y}, context.theme.dim, caption.c_str());
  if (view.squares.empty()) return;
  const BoardLayout layout = fit(context, view, {space.x, space.y - heading}, margin);
  const float left = std::max(layout.margin, 1.0F);
  const ImVec2 corner{std::floor(at.x + left) + 1, std::floor(at.y + heading + left)};
  ImGui::SetCursorScreenPos(corner);
  ImGui::PushID(view.name.c_str());
  ImGui::InvisibleButton("squares", layout.size);
  name_item("board " + view.name);
  BoardPainter painter{context, view, layout, corner};
  painter.paint();
  if (typing.is_typing(view)) {
    for (const Point square : typing.squares())
      painter.outline_square(square, context.theme.accent);
  }
  if (ImGui::IsItemHovered()) {
    hover(context, typing, view,
          square_at(ImGui::GetIO().MousePos - corner, layout.side, view.size));
  }
  ImGui::PopID();
}

// Draws them all into the current ImGui window, side by side if it is wide, each as large as fits.
// The snapshot has them a frame after ViewRequest::region_boards was set.
void draw_region_boards(Context& context, TypedInput& typing) {
  context.request.region_boards = true;
  const std::vector<RegionBoardView>& views = context.snapshot.region_boards;
  if (views.empty()) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float gap = std::floor(8 * context.scale);
  const float heading = ImGui::GetTextLineHeight() + 3 * context.scale;
  const bool roomy = std::min(space.x, space.y) > 220 * context.scale;
  const float margin = roomy ? context.fonts.small->FontSize + 5 * context.scale : 1;
  const std::size_t columns = space.x > space.y ? views.size() : 1;
  const std::size_t rows = (views.size() + columns - 1) / columns;
  const ImVec2 slot{space.x / static_cast<float>(columns), space.y / static_cast<float>(rows)};
  for (std::size_t i = 0; i < views.size(); ++i) {
    const ImVec2 at{origin.x + slot.x * static_cast<float>(i % columns),
                    origin.y + slot.y * static_cast<float>(i / columns)};
    draw_board(context, typing, views[i], at, {slot.x - gap, slot.y - gap}, heading, margin);
  }
  typing.draw(context);
}

class BoardPanel final : public Panel {
 public:
  BoardPanel() {
    for (const WindowExtension* const extension : extensions<WindowExtension>()) {
      of_kinds_.emplace_back(extension, extension->make_board());
    }
  }

  [[nodiscard]] PanelId id() const override { return PanelId::board; }
  [[nodiscard]] bool available(const ViewSnapshot& snapshot) const override {
    return window_extension_of(*snapshot.program) != nullptr ||
           has_region_boards(*snapshot.program);
  }
  [[nodiscard]] std::string_view nothing() const override {
    return "no region is drawn as a board; choose one in the source: #$board = grid";
  }
  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    std::vector<KeyGroup> groups;
    for (const auto& [extension, panel] : of_kinds_) {
      for (KeyGroup& group : panel->keys()) groups.push_back(std::move(group));
    }
    return groups;
  }

  void draw(Context& context) override {
    const WindowExtension* const present = window_extension_of(*context.snapshot.program);
    for (const auto& [extension, panel] : of_kinds_) {
      if (extension == present) return panel->draw(context);
    }
    if (has_region_boards(*context.snapshot.program)) return draw_region_boards(context, typing_);
    placeholder_text(context, nothing());
  }

 private:
  std::vector<std::pair<const WindowExtension*, std::unique_ptr<Panel>>> of_kinds_;
  TypedInput typing_;
};

}  // namespace

bool has_region_boards(const ProgramInfo& program) {
  const auto& regions = program.symbols.regions();
  return std::any_of(regions.begin(), regions.end(),
                     [](const Region& region) { return region.board.has_value(); });
}

std::unique_ptr<Panel> make_board_panel() {
  return std::make_unique<BoardPanel>();
}

}  // namespace fungescope::ui
