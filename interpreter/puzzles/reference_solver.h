// The mirror of sudoku.b93 in C++: the same decisions in the same order.
//
// `solve --check` runs both and compares every change of the grid and of
// rlatter, and the final contents of all four regions, so this page and
// programs/sudoku/README.md describe one algorithm twice. It shares no code
// with the bit-mask solver, which judges the answers of both.
//
//   324 tallies     one a cell; one a row, column or box and digit. Each knows
//                   how many of its nine places are open, and their sum: when
//                   one is left, the sum is that place.
//   the to-do list  a stack of such last places. SOLVE takes the newest.
//   the trail       every place ruled out and every digit set, oldest first.
//                   Undoing a guess walks it back, and touches nothing else.
//
// Cost: a few microseconds a guess.
#pragma once

#include "puzzles/grid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fungescope::puzzles {

enum class Region : std::uint8_t { grid, rlatter };

// A cell that was given another value. Writing the value that a cell already
// has is no change.
struct CellChange {
  Region region = Region::grid;
  std::uint8_t cell = 0;  // y * 9 + x
  std::int64_t before = 0;
  std::int64_t now = 0;
  friend bool operator==(const CellChange&, const CellChange&) = default;
};

enum class ReferenceOutcome : std::uint8_t { solved, no_solution, invalid };

// The contents of the two 9x9 regions before the run, row by row.
struct InitialRegions {
  std::array<std::int64_t, cell_count> grid{};
  std::array<std::int64_t, cell_count> rlatter{};
};

struct ReferenceRun {
  // False where `max_changes` ended it: then the outcome and the regions are not the last ones.
  bool complete = true;
  ReferenceOutcome outcome = ReferenceOutcome::solved;
  std::vector<CellChange> changes;
  // The regions at the end, row by row.
  std::array<std::int64_t, cell_count> grid{};
  std::array<std::int64_t, cell_count> rlatter{};
  std::array<std::int64_t, 729> pspace{};
  std::array<std::int64_t, 729> rstack{};
};

// `input` is what the program reads; null: nothing, it solves its grid region. Ends soon after
// `max_changes`: a puzzle with few givens and no solution may take for ever.
[[nodiscard]] ReferenceRun solve_reference(
    const InitialRegions& initial, const Grid* input,
    std::size_t max_changes = std::numeric_limits<std::size_t>::max());

}  // namespace fungescope::puzzles
