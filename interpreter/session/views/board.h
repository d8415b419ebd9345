// The board of a program with the sudoku memory map (programs/sudoku/README.md):
// four regions read as one puzzle, with where each digit came from.
//
//     grid     9x9    '1' to '9'; all else is blank
//     pspace   27x27  0: the digit is possible in the cell; 'X': it is ruled out
//     rlatter  9x9    the depth of the guess made in the cell, or 0
//     rstack   27x27  the depth at which pspace's cell was ruled out
//
// The place of digit v of cell (x, y) in pspace and rstack is (3x + (v-1) % 3, 3y + (v-1) / 3).
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "lang/playfield.h"
#include "session/expressions/symbols.h"
#include "vm/machine.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

class Monitor;
class Session;

// Where the regions are, by their names.
struct BoardMap {
  Point grid;
  Point pspace;
  Point rlatter;
  Point rstack;
};
// Fails, naming what is missing, if the program has not all four in their sizes.
[[nodiscard]] Result<BoardMap> find_board(const Symbols& symbols);

struct BoardCell {
  enum class Origin : std::uint8_t { blank, given, deduced, guessed };

  int digit = 0;  // 0: blank
  Origin origin = Origin::blank;
  std::int64_t depth = 0;        // of the guess; of a deduction the guess that it rests on, or 0
  std::uint16_t candidates = 0;  // bit v - 1: the digit v is not ruled out
  std::optional<Tick> set_at;    // when the digit came here

  [[nodiscard]] bool possible(int v) const { return (candidates >> (v - 1) & 1) != 0; }
};

struct BoardView {
  // False until the program has cleared pspace: then all digits are given and nothing
  // is ruled out, whatever the regions hold.
  bool ready = false;
  std::array<BoardCell, 81> cells;  // row by row

  [[nodiscard]] const BoardCell& at(Point cell) const {
    return cells[static_cast<std::size_t>(cell.y * 9 + cell.x)];
  }
};

// The value of a cell of the field.
using CellAt = std::function<std::int64_t(Point)>;
// When the value that a cell of the field has now came there, if that is known.
using SetAt = std::function<std::optional<Tick>(Point)>;

// `givens`: the 81 cells of the grid as they were just before the first 'X' came into pspace, row
// by row; empty if that is not known. `set_at` may be empty; it is asked for each digit that is not
// given. The map lies inside the field.
[[nodiscard]] BoardView view_board(const BoardMap& map, const Playfield& field,
                                   std::string_view givens, const SetAt& set_at);
// The same of cells that are kept elsewhere; `cell_at` is asked for those of the four regions.
[[nodiscard]] BoardView view_board(const BoardMap& map, const CellAt& cell_at,
                                   std::string_view givens, const SetAt& set_at);

// The `givens` on the way to the present instant, from the present branch's beginning; empty if no
// 'X' has come into pspace, or a reload has changed the size of the field since. They stay what
// they are for all later instants of the branch. The present instant stays, too. Fails when
// interrupted. Cost: a replay from the beginning up to there.
[[nodiscard]] Result<std::string> board_givens(Session& session, const BoardMap& map,
                                               Monitor* monitor);

// The grid as it is now, in the form of `givens`: a digit or a blank each.
[[nodiscard]] std::string grid_text(const BoardMap& map, const Playfield& field);

struct BoardText {
  bool candidates = false;  // the nine possibilities of each blank cell
};
// The board in its boxes behind the coordinates of `grid(x,y)`, and a legend for the marks
// that are on it. Depths are letters: a is the first guess, b one made after it.
[[nodiscard]] std::string to_text(const BoardView& view, const BoardText& options = {});

// A sentence about one cell: "grid(2,5) is 7, deduced from guess b, at tick 12,345".
[[nodiscard]] std::string describe(const BoardView& view, Point cell);

}  // namespace fungescope
