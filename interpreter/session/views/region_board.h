// Decodes the regions that `#$board` draws as boards of squares (docs/semantics.md, 'Boards'), of
// any program. An extension's board (commands/extension.h) knows more about its regions.
#pragma once

#include "history/snapshot.h"
#include "lang/annotations.h"
#include "lang/playfield.h"
#include "session/expressions/symbols.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fungescope {

struct BoardSquare {
  std::string text;     // a number, a character or pieces; empty: nothing is there
  bool hidden = false;  // by the mask; then `text` is empty and `value` 0
  // It had another text at the earlier instant. False on all squares if more than half of them, and
  // more than eight, had: then the board is another one.
  bool changed = false;
  std::int64_t value = 0;
  // The cell of the field that the square shows. With pieces, the piece's; where there is
  // none, `has_cell` is false.
  Point cell;
  bool has_cell = false;
};

struct RegionBoardView {
  std::string name;
  bool pieces = false;               // the squares are chequered
  bool text = false;                 // characters as close as in a text, without lines
  Size size;                         // 0x0 while the variables that give it do not
  Size boxes;                        // squares between heavier lines; 0x0: there are none
  std::size_t width = 1;             // characters of the longest text
  std::vector<BoardSquare> squares;  // row by row
  std::string off_board;             // pieces whose positions are not on it, in order
  BoardLabels columns;
  BoardLabels rows;
  std::vector<std::string> values;  // ascending, hidden ones too, if a click chooses from them

  // `at` lies on the board.
  [[nodiscard]] const BoardSquare& at(Point at) const {
    return squares[static_cast<std::size_t>(at.y * size.width + at.x)];
  }
};

// Returns the name of a square: by its labels "d1", "column 3, row 4"; without labels "square (3,
// 4)".
[[nodiscard]] std::string square_name(const RegionBoardView& view, Point at);

// Decodes a region that has a board. `earlier` may be null, or of a field of another size: then
// nothing counts as changed. Pieces are not drawn before the program has changed one of their
// cells, and the variable that chooses their column. Cost: the cells of the region, and the
// squares.
[[nodiscard]] RegionBoardView view_region_board(const Region& region, const Symbols& symbols,
                                                const Playfield& field, const Snapshot* earlier);

// Decodes all of them, in the order of declaration.
[[nodiscard]] std::vector<RegionBoardView> view_region_boards(const Symbols& symbols,
                                                              const Playfield& field,
                                                              const Snapshot* earlier);

// Formats a board with its labels and its boxes; changed squares have a `*`, hidden ones are `?`.
[[nodiscard]] std::string to_text(const RegionBoardView& view);

}  // namespace fungescope
