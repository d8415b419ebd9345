// An independent sudoku solver, for judging others: it shares no code with
// sudoku.b93, its reference or any other part, so that a common mistake cannot
// hide. Also what `solve --solver reference` runs.
//
// Each row, column and box keeps a 9-bit mask of its digits. Naked singles (a
// cell with one candidate) and hidden singles (a digit with one place in a row,
// column or box) are filled until none is left; then the cell with the fewest
// candidates is guessed. The search goes on after a solution until it knows
// whether there is a second.
// Cost: a few microseconds for an easy puzzle, tens for a hard one; a puzzle
// with few givens and no solution may take far longer.
#pragma once

#include "puzzles/grid.h"

#include <atomic>

namespace fungescope::puzzles {

struct SolutionCount {
  int count = 0;  // solutions: 0, 1, or 2 for two and more
  Grid solution;  // the first one found, if count > 0
};

// Contradicting givens have no solution. `stop`, if there is one, ends the search soon after it is
// set: the verdict is then not to be believed.
[[nodiscard]] SolutionCount solve_with_bitmasks(const Grid& puzzle,
                                                const std::atomic<bool>* stop = nullptr);

}  // namespace fungescope::puzzles
