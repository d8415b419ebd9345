// Decodes the board of a program with the sudoku memory map (programs/sudoku/README.md): four
// regions and a variable read as one puzzle, with the origin of each digit.
//
//     grid        9x9    '1' to '9'; anything else is blank
//     pspace      27x27  0: the digit is possible in the cell; 'X': it is ruled out
//     rlatter     9x9    the depth of the guess made in the cell, or 0
//     rstack      27x27  the depth at which pspace's cell was ruled out
//     returnAddr         SetValueAndHints::returnAddr, where setting a digit returns to
//                          1: to the givens; all digits in the grid are given
//                          0, after 1: to the search; other digits are deduced or guessed
//                          anything else: the other regions do not mean anything yet
//
// A program that claims the reference solver's method (`#$method = tallies`) promises more: that
// its candidates are all that is possible, so that a cell or unit without one is a contradiction,
// and that it makes the reference's changes in the reference's order. Nothing of that is assumed of
// other programs with this map.
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

// What the program stores, as above.
namespace board_values {
inline constexpr std::int64_t places_side = 27;  // of pspace and rstack
inline constexpr std::int64_t ruled_out = 'X';
inline constexpr std::int64_t returns_to_givens = 1;  // values of returnAddr
inline constexpr std::int64_t returns_to_search = 0;
}  // namespace board_values

// The method of the reference solver, as `#$method` names it.
inline constexpr std::string_view reference_method = "tallies";

// The corners of the four regions, and the variable.
struct BoardMap {
  Point grid;
  Point pspace;
  Point rlatter;
  Point rstack;
  std::optional<Point> return_address;  // without it, the board is never ready
  bool follows_reference = false;       // the program claims the reference solver's method
};
// Fails, naming the missing region, unless the program has all four in their sizes.
[[nodiscard]] Result<BoardMap> find_board(const Symbols& symbols);

struct BoardCell {
  // `unknown`: a digit, while the board is not ready.
  enum class Origin : std::uint8_t { blank, given, deduced, guessed, unknown };

  int digit = 0;  // 0: blank
  Origin origin = Origin::blank;
  // Of the guess; of a deduction, the guess on which it depends, or 0. The depth of a candidate is
  // stored some ticks after its 'X', so a deduction may gain its depth that much later.
  std::int64_t depth = 0;
  std::uint16_t candidates = 0;  // bit v - 1: the digit v is not ruled out
  std::optional<Tick> set_at;    // the tick of the store of the digit

  bool stuck = false;  // blank with no candidate, where that is a contradiction

  [[nodiscard]] bool possible(int v) const { return (candidates >> (v - 1) & 1) != 0; }
};

struct BoardView {
  // Whether `return_address` says that the regions mean something. Until then no origin is known
  // and nothing is ruled out, whatever the regions hold.
  bool ready = false;
  bool has_return_address = false;  // false: the program never says so
  bool follows_reference = false;   // BoardMap::follows_reference
  bool upcoming = false;  // the board is not ready, and shows the puzzle that will be solved
  std::array<BoardCell, 81> cells;  // row by row

  [[nodiscard]] const BoardCell& at(Point cell) const {
    return cells[static_cast<std::size_t>(cell.y * 9 + cell.x)];
  }
};

// Returns the value of a cell of the field.
using CellAt = std::function<std::int64_t(Point)>;
// Returns the tick at which a cell got its present value, if known.
using SetAt = std::function<std::optional<Tick>(Point)>;

// Decodes the board. `givens` are those of BoardGivens; without them a board whose program is
// searching is not ready. `set_at` may be empty; it is called for each digit that was deduced or
// guessed. The map lies inside the field.
[[nodiscard]] BoardView view_board(const BoardMap& map, const Playfield& field,
                                   std::string_view givens, const SetAt& set_at);
// Decodes a board whose cells are stored elsewhere. `cell_at` is called for those of the map.
[[nodiscard]] BoardView view_board(const BoardMap& map, const CellAt& cell_at,
                                   std::string_view givens, const SetAt& set_at);

// The grid at the end of the givens: at the first store of a timeline that sets `return_address`
// from 1 to 0. The search for it can be interrupted and continued. It is for one timeline: after an
// edit and on another branch a new one is needed. Where a reload has changed the size of the field,
// there are none.
class BoardGivens {
 public:
  // Searches up to the present instant, from where the last search ended. Leaves the present
  // instant unchanged. Fails when interrupted, and keeps how far it has come. Cost: a replay of the
  // ticks that have not been searched.
  [[nodiscard]] Result<void> search(Session& session, const BoardMap& map, Monitor* monitor);

  // Returns whether nothing is left to search for that instant.
  [[nodiscard]] bool known_at(Tick tick, Size field) const {
    return field_ && (*field_ != field || set_at_ || searched_to_ >= tick);
  }
  [[nodiscard]] Tick searched_to() const { return searched_to_; }
  // Returns the 81 cells of the grid, a digit or a blank each; empty before the givens are set.
  [[nodiscard]] std::string_view at(Tick tick, Size field) const {
    const bool set = set_at_ && *set_at_ <= tick && *field_ == field;
    return set ? std::string_view(grid_) : std::string_view();
  }

 private:
  std::optional<Size> field_;  // at the first instant; unset before the first search
  Tick searched_to_ = 0;
  std::optional<Tick> set_at_;
  std::string grid_;
};

// Returns the puzzle that a program which has not set its board yet is going to solve, 81 digits or
// blanks: the first 81 cells of the input, read as sudoku.b93 does (a digit, or one of " .0_*";
// other characters are skipped), or, if the input is closed and has no cell, the grid of the
// source. Empty if the input does not say.
[[nodiscard]] std::string puzzle_to_solve(const Session& session, const BoardMap& map);
// Shows that puzzle on a board that is not ready.
void show_upcoming(BoardView& view, std::string_view puzzle);

// Formats the present grid as `givens`: a digit or a blank per cell.
[[nodiscard]] std::string grid_text(const BoardMap& map, const Playfield& field);

struct BoardTextOptions {
  bool candidates = false;  // show those of each blank cell
};
// Formats the board in its boxes, with the coordinates of `grid(x,y)` and a legend of the marks
// used. Depths are letters: a is the first guess, b one made after it.
[[nodiscard]] std::string to_text(const BoardView& view, const BoardTextOptions& options = {});

// Describes one cell: "grid(2,5) is 7, deduced from guess b, at tick 12,345".
[[nodiscard]] std::string describe(const BoardView& view, Point cell);

}  // namespace fungescope
