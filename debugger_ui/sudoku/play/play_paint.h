// Paints the board of a game, at any size.
#pragma once

#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/sudoku/panels/board_paint.h"
#include "debugger_ui/sudoku/play/play_state.h"
#include "debugger_ui/widgets/theme.h"

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

// ---- What the board shows of a game: a value that follows from the state and its switches, and
// all that the painter needs

struct CellLook {
  techniques::Digit digit = 0;
  techniques::DigitMask centre = 0;
  techniques::DigitMask corner = 0;
  game::ColourMask colours = 0;
  bool given = false;
  bool crossed = false;                   // in the row, column or box of the cursor
  bool equal = false;                     // has the cursor's digit
  bool conflict = false;                  // against the rules
  bool mistake = false;                   // differs from the solution
  techniques::DigitMask equal_marks = 0;  // the marks of the cursor's digit
  techniques::DigitMask ruled_out = 0;    // marks that a digit in a unit rules out

  // A given is never wrong: in a conflict, it is the other digit that will change.
  [[nodiscard]] bool wrong() const { return mistake || (conflict && !given); }
  friend bool operator==(const CellLook&, const CellLook&) = default;
};

// The part of a hint that its strength shows.
struct HintLook {
  techniques::CellSet area;   // to look at
  techniques::CellSet cells;  // whose candidates are drawn
  std::array<techniques::DigitMask, game::board_cells> pattern{};
  std::array<techniques::DigitMask, game::board_cells> lost{};
  techniques::CellSet cited;  // filled cells that the reason rests on
  techniques::CellSet wrong;
  std::optional<techniques::Placement> placement;
  std::vector<techniques::Node> chain;

  // Whether it lights up the cell, which then has no tints of other meanings.
  [[nodiscard]] bool marks(techniques::Cell cell) const {
    return area.contains(cell) || cells.contains(cell) || cited.contains(cell) ||
           wrong.contains(cell) || (placement && placement->cell == cell);
  }
};

struct BoardLook {
  std::array<CellLook, game::board_cells> cells{};
  std::array<game::UnitState, techniques::unit_count> units{};
  techniques::CellSet selection;
  techniques::Cell cursor = 0;
  HintLook hint;  // while one is shown, nothing is tinted for the cursor or the selection
  bool hinted = false;
  bool selectable = true;  // the cursor is shown
  bool places = true;      // see PlaySwitches

  [[nodiscard]] const CellLook& at(techniques::Cell cell) const { return cells[cell]; }
};

// Of a state that has a game.
[[nodiscard]] BoardLook look_of(const PlayState& state);

// The board as the player left it, without the cursor and what indicators and hints show.
[[nodiscard]] BoardLook look_of(const game::Game& game);

// ---- The painter

// The largest board in an area, with room for the row and column numbers, centred.
[[nodiscard]] BoardGeometry play_geometry(ImVec2 corner, ImVec2 size, float scale);
// The room for the numbers, left and above.
[[nodiscard]] inline float play_margin(float scale) {
  return std::floor(22 * scale);
}

[[nodiscard]] techniques::Cell nearest_cell(const BoardGeometry& board, ImVec2 position);

struct PlayPainting {
  ImDrawList& list;
  const Fonts& fonts;
  const Theme& theme;
  float scale;
};

void paint_play_board(const PlayPainting& painting, const BoardGeometry& board,
                      const BoardLook& look);

// The tint of a player's colour, 1 to 9.
[[nodiscard]] ImU32 colour_tint(const Theme& theme, game::Colour colour);

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
