// Draws a sudoku board, square, at any size.
#pragma once

#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/sudoku/panels/board_analysis.h"
#include "debugger_ui/widgets/theme.h"

#include <imgui/imgui.h>

namespace fungescope::ui {

// The position of a board on the screen, in whole pixels.
struct BoardGeometry {
  ImVec2 corner;   // of the first cell
  float cell = 0;  // side of a cell

  // Fits a board, with its coordinates at the top and left edges, into an area.
  [[nodiscard]] static BoardGeometry in(ImVec2 corner, ImVec2 size, float margin);
  [[nodiscard]] float side() const { return 9 * cell; }
  [[nodiscard]] ImVec2 corner_of(Point at) const {
    return {corner.x + cell * static_cast<float>(at.x), corner.y + cell * static_cast<float>(at.y)};
  }
  [[nodiscard]] ImVec2 corner_of(std::size_t index) const { return corner_of(board_cell(index)); }
  [[nodiscard]] std::optional<Point> cell_at(ImVec2 position) const;
  // Returns 1 to 9: the candidate at a position within its cell.
  [[nodiscard]] int digit_at(ImVec2 position) const;
};

// Draws thin lines between cells and thick ones around boxes.
void paint_board_lines(ImDrawList& list, const BoardGeometry& board, const Theme& theme,
                       float scale);
// Draws c1 to c9 along the top edge and r1 to r9 along the left one.
void paint_board_coordinates(ImDrawList& list, const BoardGeometry& board, const Fonts& fonts,
                             const Theme& theme, float margin);

struct BoardPaintParams {
  const BoardView& view;
  const BoardChanges& changes;
  CellSet conflict;
  std::optional<Point> selected;
  int selected_digit = 0;
  std::optional<Point> hovered;
  std::optional<Point> marked;  // the cell that contains the playfield's selection
  float margin = 0;             // room for coordinates; 0: none
  // What the sentence about the last event names: a cell, and the cells of the reason.
  std::optional<Point> event;
  CellSet reason;
  ImU32 event_colour = 0;
};
void paint_board(ImDrawList& list, const BoardGeometry& board, const BoardPaintParams& painting,
                 const Fonts& fonts, const Theme& theme, float scale);

}  // namespace fungescope::ui
