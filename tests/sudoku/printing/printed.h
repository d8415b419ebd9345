// Puzzles to print in tests.
#pragma once

#include <vector>

#include "sudoku/printing/page_layout.h"

namespace fungescope::test {

inline std::vector<printing::PrintedPuzzle> printed_puzzles(std::size_t count) {
  printing::PrintedPuzzle puzzle;
  puzzle.givens = puzzles::grid_from_line(
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
  puzzle.solution = puzzles::grid_from_line(
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179");
  puzzle.caption = "easy, 1.2";
  return std::vector<printing::PrintedPuzzle>(count, puzzle);
}

}  // namespace fungescope::test
