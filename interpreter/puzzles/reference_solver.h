// The algorithm of sudoku.b93 in C++: the same decisions in the same order.
//
// `solve --check` runs both and compares every change of the regions `grid` and `rlatter`, and the
// final contents of all four regions. This file and programs/sudoku/README.md describe the same
// algorithm. It shares no code with the bit-mask solver, which verifies the answers of both.
//
//   324 tallies     one for each cell, and one for each row, column or box and digit. Each counts
//                   its open places (of nine) and their sum: when one is left, the sum is its
//                   index.
//   the to-do list  a stack of such last places. SOLVE pops the newest.
//   the trail       every place ruled out and every digit set, oldest first. Undoing a guess walks
//                   it backwards and touches nothing else.
//
// Cost: a few microseconds per guess.
#pragma once

#include "puzzles/grid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fungescope::puzzles {

// The regions whose changes are recorded.
enum class ComparedRegion : std::uint8_t { grid, rlatter };

// A write that changed a cell; writing the value that a cell already has is not recorded.
struct CellChange {
  ComparedRegion region = ComparedRegion::grid;
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
  // False if `max_changes` ended the run: then the outcome and the regions are not final.
  bool complete = true;
  ReferenceOutcome outcome = ReferenceOutcome::solved;
  std::vector<CellChange> changes;
  // The regions at the end, row by row.
  std::array<std::int64_t, cell_count> grid{};
  std::array<std::int64_t, cell_count> rlatter{};
  std::array<std::int64_t, 729> pspace{};
  std::array<std::int64_t, 729> rstack{};
};

// Runs the algorithm. `input` is the puzzle that the program reads; if null, it solves its grid
// region. Ends soon after `max_changes` changes: a puzzle with few givens and no solution may not
// end in practice.
[[nodiscard]] ReferenceRun solve_reference(
    const InitialRegions& initial, const Grid* input,
    std::size_t max_changes = std::numeric_limits<std::size_t>::max());

}  // namespace fungescope::puzzles
