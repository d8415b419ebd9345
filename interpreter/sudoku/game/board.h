// The player's board: in each cell a digit, centre marks, corner marks and colours.
//
// A digit hides the marks of its cell, which stay there and are seen again when it is erased.
// Boards are values: an edit (board_edits.h) makes a new one from them.
#pragma once

#include <array>
#include <cstdint>

#include "sudoku/solving/grid.h"
#include "sudoku/techniques/geometry.h"

namespace fungescope::game {

using techniques::board_cells;
using techniques::Cell;
using techniques::CellSet;
using techniques::Digit;
using techniques::DigitMask;

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
  std::array<CellContent, board_cells> cells{};  // those of givens have them as digits

  [[nodiscard]] const CellContent& at(Cell cell) const { return cells[cell]; }
  [[nodiscard]] CellContent& at(Cell cell) { return cells[cell]; }
  friend bool operator==(const Board&, const Board&) = default;
};

// Returns a board with the givens only.
[[nodiscard]] Board board_of(const puzzles::Grid& givens);

// Returns the digits of a board, for techniques and for solver programs.
[[nodiscard]] puzzles::Grid digits_of(const Board& board);

// Returns for each cell the digits that no cell in its row, column and box has; of filled cells,
// too.
[[nodiscard]] std::array<DigitMask, board_cells> allowed_digits(const puzzles::Grid& digits);

}  // namespace fungescope::game
