// Sudokus on pages of A4 paper.
#pragma once

#include "printing/page.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sudoku/solving/puzzle.h"

namespace fungescope::printing {

struct PrintedPuzzle {
  puzzles::Grid givens;                   // in bold
  std::optional<puzzles::Grid> solution;  // for the pages of solutions
  std::string caption;                    // after the number: "hard, 2.8"; may be empty
};

// Returns the pages of the puzzles, four on each, and of the solutions of those that have one,
// twelve on each.
[[nodiscard]] std::vector<Page> lay_out(std::span<const PrintedPuzzle> puzzles);

}  // namespace fungescope::printing
