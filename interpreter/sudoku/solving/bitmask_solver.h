// An independent sudoku solver for verifying other solvers. It shares no code with sudoku.b93, the
// reference solver or any other part, so that a common mistake cannot hide. It also implements
// `solve --solver reference`.
//
// Each row, column and box has a 9-bit mask of its digits. Naked singles (a cell with one
// candidate) and hidden singles (a digit with one cell in a row, column or box) are filled until
// none is left; then the cell with the fewest candidates is guessed. The search continues after a
// solution until it knows whether there is a second one.
// Cost: a few microseconds for an easy puzzle, tens for a hard one; a puzzle with few givens and no
// solution may take far longer.
#pragma once

#include <functional>

#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

// The number of solutions of a puzzle.
struct SolutionCount {
  int count = 0;  // 0, 1, or 2 for two or more
  Grid solution;  // the first one found, if count > 0
};

// Contradicting givens have no solution. `stopped` may be empty; it is polled about every
// millisecond of a long search, and true ends it with an incomplete result. If `marks` is not null,
// solutions have no other digits than its candidates.
[[nodiscard]] SolutionCount solve_with_bitmasks(const Grid& puzzle,
                                                const std::function<bool()>& stopped = {},
                                                const PencilMarks* marks = nullptr);

}  // namespace fungescope::puzzles
