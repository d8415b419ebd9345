// The player's board: in each cell a digit, centre marks, corner marks and colours.
//
// A digit hides the marks of its cell, which stay there and are seen again when it is erased.
// Boards are values: an edit makes a new one from them.
#pragma once

#include <array>
#include <cstdint>

#include "sudoku/game/puzzle.h"
#include "sudoku/techniques/geometry.h"

namespace fungescope::game {

using techniques::board_cells;

// A colour is a number from 1 to 9, as digits are: its shade is a matter of the view.
using Colour = std::uint8_t;
using ColourMask = DigitMask;  // bit c-1: the colour c

struct CellContent {
  Digit digit = 0;  // 0: none
  DigitMask centre = 0;
  DigitMask corner = 0;
  ColourMask colours = 0;

  [[nodiscard]] bool has_marks() const { return (centre | corner) != 0; }
  friend bool operator==(const CellContent&, const CellContent&) = default;
};

struct Board {
  std::array<CellContent, board_cells> cells{};  // givens' contents are digits

  [[nodiscard]] const CellContent& at(Cell cell) const { return cells[cell]; }
  [[nodiscard]] CellContent& at(Cell cell) { return cells[cell]; }
  friend bool operator==(const Board&, const Board&) = default;
};

// Returns a board with the givens only.
[[nodiscard]] Board board_of(const puzzles::Grid& givens);

// Returns the digits of a board, for techniques and for solver programs.
[[nodiscard]] puzzles::Grid digits_of(const Board& board);

// ---- What a player does to a board, as functions from a selection of cells to the board after it.
//
// Digits and marks of givens never change; colours may. Where a rule has to be chosen, it is the
// one of SudokuPad: a value is removed only if every cell of the selection that could have it has
// it; otherwise those that lack it get it.

// Whether a digit that is entered is removed from the marks in its row, column and box.
enum class PeerMarks : std::uint8_t { keep, clean };

// Enters a digit into the cells, or clears them if all have it.
[[nodiscard]] Board with_digit(Board board, const CellSet& givens, const CellSet& cells,
                               Digit digit, PeerMarks peers);

// Marks belong to cells without a digit: others are left alone.
enum class MarkKind : std::uint8_t { centre, corner };
[[nodiscard]] Board with_mark_toggled(Board board, const CellSet& cells, MarkKind kind,
                                      Digit digit);
[[nodiscard]] Board with_colour_toggled(Board board, const CellSet& cells, Colour colour);

// Erases the digits of the cells; if they have none, their marks; if they have none, their colours.
[[nodiscard]] Board with_erased(Board board, const CellSet& givens, const CellSet& cells);

// Replaces the centre marks of the cells without a digit by all digits that are allowed there.
[[nodiscard]] Board with_all_marks(Board board, const CellSet& cells = techniques::every_cell);

// Removes the marks, of both kinds, that a digit in the row, column or box rules out.
[[nodiscard]] Board with_marks_cleaned(Board board, const CellSet& cells = techniques::every_cell);

// ---- What a board shows about itself. The view decides which of these it shows.

enum class UnitState : std::uint8_t {
  open,
  complete,  // nine different digits
  conflict,  // a digit is there twice
};

struct Indicators {
  CellSet conflicts;  // cells whose digit is also elsewhere in their row, column or box
  CellSet wrong;      // digits that differ from the solution; none unless there is exactly one
  std::array<UnitState, techniques::unit_count> units{};
  std::array<DigitMask, board_cells> ruled_out{};  // marks with the same digit in a unit of theirs
  std::array<int, 9> remaining{};  // of each digit, 9 less those placed; below 0 if too many
  int empty = 0;                   // cells without a digit
  bool solved = false;             // full and without a conflict
};

// Cost: microseconds.
[[nodiscard]] Indicators indicators_of(const Board& board, const Puzzle& puzzle);

// Returns the cells that have a digit, for highlighting; none for 0.
[[nodiscard]] CellSet cells_with(const Board& board, Digit digit);

}  // namespace fungescope::game
