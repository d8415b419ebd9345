// The picture of a sudoku board: square, at any size.
#pragma once

#include "debugger_ui/panels/sudoku/board_analysis.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/widgets/theme.h"

#include <imgui/imgui.h>

namespace fungescope::ui {

// Where a board lies on the screen, in whole pixels.
struct BoardGeometry {
  ImVec2 corner;   // of the first cell
  float cell = 0;  // its side

  // Fits a board with its coordinates at the upper and left edge into an area.
  [[nodiscard]] static BoardGeometry in(ImVec2 corner, ImVec2 size, float margin);
  [[nodiscard]] float side() const { return 9 * cell; }
  [[nodiscard]] ImVec2 corner_of(Point at) const {
    return {corner.x + cell * static_cast<float>(at.x), corner.y + cell * static_cast<float>(at.y)};
  }
  [[nodiscard]] std::optional<Point> cell_at(ImVec2 position) const;
  // 1 to 9: the place of a possibility within its cell.
  [[nodiscard]] int digit_at(ImVec2 position) const;
};

// The largest font that is no higher than that, at a size at which it is sharp; null where none is.
[[nodiscard]] ImFont* font_within(const Fonts& fonts, float height);
// A character in the middle of an area; heavy: with thicker strokes.
void centred_glyph(ImDrawList& list, ImFont* font, ImVec2 corner, ImVec2 size, char character,
                   ImU32 colour, bool heavy = false);
// The lines: thin between cells, thick around boxes.
void paint_board_lines(ImDrawList& list, const BoardGeometry& board, const Theme& theme,
                       float scale);
// 0 to 8 at the upper and left edge.
void paint_board_coordinates(ImDrawList& list, const BoardGeometry& board, const Fonts& fonts,
                             const Theme& theme, float margin);

struct BoardPaintParams {
  const BoardView& view;
  const BoardChanges& changes;
  CellSet conflict;
  std::optional<Point> selected;
  int selected_digit = 0;
  std::optional<Point> hovered;
  std::optional<Point> marked;  // what is selected in the playfield belongs to it
  float margin = 0;             // for coordinates; 0: none
};
void paint_board(ImDrawList& list, const BoardGeometry& board, const BoardPaintParams& painting,
                 const Fonts& fonts, const Theme& theme, float scale);

}  // namespace fungescope::ui
