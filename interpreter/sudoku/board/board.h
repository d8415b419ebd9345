// Decodes the board of a program with the sudoku memory map (programs/sudoku/README.md): four
// regions and a variable read as one puzzle, with the origin of each digit.
//
//     grid            9x9    '1' to '9'; anything else is blank
//     pspace          27x27  0: the digit is possible in the cell; 'X': it is ruled out
//     rlatter         9x9    the level of the guess made in the cell, or the first level or 0
//     rstack          27x27  the level at which pspace's cell was ruled out
//     recursionLevel         rises by one with each guess, and falls when one is undone
//
// The program clears pspace, rlatter and rstack (all are 0) and sets recursionLevel, whose value
// then is the first level. The board means something from the next store to the grid on; as long as
// they are clear, all digits in the grid are given. The search begins with the first store of
// another value to one of the three; the digits that the grid holds then are the givens, and all
// later ones are deduced or guessed.
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
#include "vm/run.h"
#include "vm/traps.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

class Monitor;
class History;
class Session;
struct Extension;

// What the program stores, as above.
namespace board_values {
inline constexpr std::int64_t places_side = 27;  // of pspace and rstack
inline constexpr std::int64_t ruled_out = 'X';
}  // namespace board_values

// Cells have a number too, row by row.
[[nodiscard]] constexpr std::size_t board_index(Point cell) {
  return static_cast<std::size_t>(cell.y * 9 + cell.x);
}
[[nodiscard]] constexpr Point board_cell(std::size_t index) {
  return {static_cast<std::int64_t>(index % 9), static_cast<std::int64_t>(index / 9)};
}
// Returns the digit that a cell of grid holds; 0 for a blank.
[[nodiscard]] constexpr int board_digit(std::int64_t value) {
  return value >= '1' && value <= '9' ? static_cast<int>(value - '0') : 0;
}
// Returns the digits of a mask: bit v - 1 is the digit v.
[[nodiscard]] std::vector<int> mask_digits(std::uint16_t mask);

// Returns the guess at a depth: a to z, A to Z, then `+`; a blank for depth 0.
[[nodiscard]] char depth_letter(std::int64_t depth);
// The same for sentences: "b", "at depth 53".
[[nodiscard]] std::string depth_name(std::int64_t depth);

// The corners of the four regions, and the variable.
struct BoardMap {
  Point grid;
  Point pspace;
  Point rlatter;
  Point rstack;
  std::optional<Point> level;      // recursionLevel; without it, the board is never ready
  bool follows_reference = false;  // the program claims the reference solver's method

  // Return the cells of the field that store a digit, and whether a candidate is ruled out.
  [[nodiscard]] Point digit_at(Point cell) const { return {grid.x + cell.x, grid.y + cell.y}; }
  [[nodiscard]] Point mark_at(Point cell, int digit) const {
    return {pspace.x + 3 * cell.x + (digit - 1) % 3, pspace.y + 3 * cell.y + (digit - 1) / 3};
  }
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
  std::optional<Tick> set_at;    // if found: the tick of the store of the digit, if it was sought

  bool stuck = false;  // blank with no candidate, where that is a contradiction

  [[nodiscard]] bool possible(int v) const { return (candidates >> (v - 1) & 1) != 0; }
  [[nodiscard]] bool found() const {
    return origin == Origin::deduced || origin == Origin::guessed;
  }
};

// What the program's data says about the board at an instant.
struct BoardPhase {
  enum class Kind : std::uint8_t {
    undeclared,  // nothing, ever: there is no recursionLevel
    before,      // nothing yet: it has not cleared its regions, or sets no given yet
    uncleared,   // nothing: it rules digits out, and has never cleared its regions
    clear,       // all digits are given
    search,      // `givens` are given, all others are deduced or guessed
    reading_on,  // nothing more: it reads input again, so that givens may follow
    given_gone,  // nothing more: it has taken back a given, or gone below the first level
    edited,      // nothing more: the user has changed the levels
  };
  Kind kind = Kind::before;
  std::string givens;            // 81 cells, a digit or a blank each
  std::int64_t first_level = 0;  // of recursionLevel: no guess
  std::bitset<81> edited{};      // cells with the digit that the user has set

  [[nodiscard]] bool ready() const { return kind == Kind::clear || kind == Kind::search; }
  [[nodiscard]] bool is_given(std::size_t cell, int digit) const {
    return digit != 0 && (kind == Kind::clear || (kind == Kind::search && cell < givens.size() &&
                                                  givens[cell] == '0' + digit));
  }
};
// Says why a board is not ready: "the program is not solving yet".
[[nodiscard]] std::string_view reason_not_ready(BoardPhase::Kind kind);

struct BoardView {
  // Whether the regions mean something. Until then no origin is known and nothing is ruled out,
  // whatever the regions hold.
  bool ready = false;
  BoardPhase::Kind phase = BoardPhase::Kind::before;
  std::int64_t depth = 0;          // the guesses that stand, one in the other
  bool follows_reference = false;  // BoardMap::follows_reference
  bool upcoming = false;  // the board is not ready, and shows the puzzle that will be solved
  std::string givens;     // BoardPhase::givens, or while all digits are given these
  std::array<BoardCell, 81> cells;  // row by row

  [[nodiscard]] const BoardCell& at(Point cell) const { return cells[board_index(cell)]; }
};

// Returns the value of a cell of the field.
using CellAt = std::function<std::int64_t(Point)>;

// `field` must outlive it.
[[nodiscard]] CellAt cells_of(const Playfield& field);

// Decodes the board. `cell_at` is called for the cells of the map.
[[nodiscard]] BoardView view_board(const BoardMap& map, const CellAt& cell_at,
                                   const BoardPhase& phase);

// When a program has set its board, and the grid when its search begins. They are found by a
// search, which can be interrupted and continued, or by following the stores of a run. It is for
// one timeline: after an edit and on another branch a new one is needed. Where a reload has changed
// the size of the field, there are none.
class BoardGivens {
 public:
  // Searches up to the present instant, from where the last search ended, and learns of edits.
  // Leaves the present instant unchanged. Fails when interrupted, and keeps how far it has come.
  // Cost: a replay of the ticks that have not been searched; none while pspace holds something else
  // than marks.
  [[nodiscard]] Result<void> search(Session& session, const BoardMap& map, Monitor* monitor);

  // Learns from a store of a run that continues where the last search ended, at the instant after
  // it. Of the cells of `add_traps`, none may be missed; others are ignored.
  void follow(const BoardMap& map, const Machine& machine, const TrapEvent& store);
  static void add_traps(const BoardMap& map, Traps& traps);

  // Returns whether something is left to search for, up to that instant.
  [[nodiscard]] bool needed(const BoardMap& map, Tick tick, const Playfield& field) const;
  [[nodiscard]] Tick searched_to() const { return searched_to_; }
  [[nodiscard]] bool complete() const { return search_at_.has_value(); }

  // Returns what holds at an instant whose cells are these, and at which so many bytes of the input
  // have been read.
  [[nodiscard]] BoardPhase at(const BoardMap& map, Tick tick, Size field, const CellAt& cell_at,
                              std::uint64_t input_position) const;
  [[nodiscard]] BoardPhase at(const BoardMap& map, const Machine& machine) const;

 private:
  [[nodiscard]] bool is_clear(const BoardMap& map, const Playfield& field);
  void find_edits(const History& history, const BoardMap& map);

  std::optional<Size> field_;  // at the first instant; unset before the first search
  Tick searched_to_ = 0;
  std::size_t dirty_ = 0;                    // the place at which the regions were not clear
  std::optional<std::int64_t> first_level_;  // set when the regions are clear, final when ready
  std::optional<Tick> ready_at_;
  std::optional<Tick> search_at_;
  std::string grid_;                  // when the search begins
  std::uint64_t input_position_ = 0;  // then
  // The digits that the user has set on the grid, in order, and since when the levels are theirs.
  struct SetDigit {
    Tick tick = 0;
    std::size_t cell = 0;
    int digit = 0;
  };
  std::vector<SetDigit> edits_;
  Tick levels_edited_at_ = no_limit;
};

// Returns the first cells of an input, at most 81, read as sudoku.b93 does: a digit, or one of
// " .0_*" as a blank; other characters are skipped.
[[nodiscard]] std::string input_cells(std::string_view input);
// Returns the puzzle that a program which has not set its board yet is going to solve, 81 digits or
// blanks. If it reads input (lang/analysis/static_analysis.h): the 81 cells of the input, or, if
// that is closed and has no cell, the grid of the source; empty if the input does not say. Else the
// present grid, until pspace holds marks.
[[nodiscard]] std::string puzzle_to_solve(const Session& session, const BoardMap& map,
                                          bool reads_input);
// Shows that puzzle on a board whose program has not set its board yet.
void show_upcoming(BoardView& view, std::string_view puzzle);

// Formats the present grid as BoardPhase::givens.
[[nodiscard]] std::string grid_text(const BoardMap& map, const Playfield& field);

// Formats the board in its boxes, with the coordinates of `grid(x,y)`, a legend of the marks used
// and, if asked for, the candidates of each blank cell.
[[nodiscard]] std::string to_text(const BoardView& view, bool candidates = false);

// Describes one cell: "grid(2,5) is 7, deduced from guess b, at tick 12,345".
[[nodiscard]] std::string describe(const BoardView& view, Point cell);

// Returns what programs with this memory map add to the debugger's commands (board_commands.cpp).
[[nodiscard]] const Extension& sudoku_extension();

// A puzzle of 81 cells and a line end, which sudoku.b93 solves with nested guesses.
inline constexpr std::string_view sample_puzzle =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";

}  // namespace fungescope
