// Paints the board of a game, at any size.
#pragma once

#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/sudoku/play/board_look.h"
#include "debugger_ui/widgets/theme.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

// The position of the board on the screen, in whole pixels.
struct PlayGeometry {
  ImVec2 corner;   // of the first cell
  float cell = 0;  // side of a cell

  // The largest board in an area, with room for the row and column numbers, centred.
  [[nodiscard]] static PlayGeometry in(ImVec2 corner, ImVec2 size, float scale);
  [[nodiscard]] static float margin(float scale);  // for the numbers, left and above

  [[nodiscard]] float side() const { return 9 * cell; }
  [[nodiscard]] ImVec2 corner_of(techniques::Cell at) const {
    return {corner.x + cell * static_cast<float>(techniques::column_of(at)),
            corner.y + cell * static_cast<float>(techniques::row_of(at))};
  }
  [[nodiscard]] std::optional<techniques::Cell> cell_at(ImVec2 position) const;
  // As `cell_at`, of the nearest cell for a position outside.
  [[nodiscard]] techniques::Cell nearest_cell(ImVec2 position) const;
};

struct PlayPainting {
  ImDrawList& list;
  const Fonts& fonts;
  const Theme& theme;
  float scale;
};

void paint_play_board(const PlayPainting& painting, const PlayGeometry& board,
                      const BoardLook& look);

// The tint of a player's colour, 1 to 9.
[[nodiscard]] ImU32 colour_tint(const Theme& theme, game::Colour colour);
// Fills a square with the tints of colours: sectors of equal angles.
void paint_colours(const PlayPainting& painting, ImVec2 corner, float side,
                   game::ColourMask colours);

// The largest of some fonts, smallest first, that is at most `height` high; else the smallest.
[[nodiscard]] ImFont* font_of_height(const std::vector<ImFont*>& fonts, float height);
// Paints a digit with the middle of its glyph at a point.
void paint_digit(const PlayPainting& painting, ImFont* font, ImVec2 middle, int digit,
                 ImU32 colour);

// Paints the pencil marks of a cell (mark_paint.cpp). `ground`: the colour of the cell, on which
// the marks are to be read.
void paint_marks(const PlayPainting& painting, ImVec2 corner, float side, const CellLook& look,
                 bool places, ImU32 ground);

// The middle of a digit's place among nine in a cell.
[[nodiscard]] ImVec2 mark_place(ImVec2 corner, float side, int digit);

}  // namespace fungescope::ui
