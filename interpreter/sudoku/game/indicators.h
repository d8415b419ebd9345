// What a board shows about itself. The view decides which of these it shows.
#pragma once

#include <array>

#include "sudoku/game/board.h"
#include "sudoku/game/puzzle.h"

namespace fungescope::game {

struct Indicators {
  CellSet conflicts;  // cells whose digit is also elsewhere in their row, column or box
  CellSet wrong;      // digits that differ from the solution; none unless there is exactly one
  std::array<bool, techniques::unit_count> complete{};  // units with nine different digits
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
