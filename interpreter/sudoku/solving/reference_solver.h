// The algorithm of sudoku.b93 in C++: the same decisions in the same order.
//
//     ReferenceSolver solver(contents, puzzle);
//     std::vector<CellChange> changes;
//     while (solver.step(changes)) { ...; changes.clear(); }
//
// `solve --check` runs both and compares every change of a cell in the four regions. This file and
// programs/sudoku/README.md describe the same algorithm. It shares no code with the bit-mask
// solver, which verifies the answers of both.
//
//   324 tallies     one for each cell, and one for each row, column or box and digit. Each counts
//                   its open places (of nine) and their sum: when one is left, the sum is its
//                   index.
//   the to-do list  a stack of such last places. SOLVE pops the newest.
//   the trail       every place ruled out and every digit set, oldest first. Undoing a guess walks
//                   it backwards and touches nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sudoku/solving/grid.h"

namespace fungescope::puzzles {

inline constexpr std::size_t place_count = 729;

enum class ComparedRegion : std::uint8_t { grid, rlatter, pspace, rstack };

// A write that changed a cell; writing the value that a cell already has is not recorded.
struct CellChange {
  ComparedRegion region = ComparedRegion::grid;
  std::uint16_t cell = 0;  // y * width + x
  std::int64_t before = 0;
  std::int64_t now = 0;
  friend bool operator==(const CellChange&, const CellChange&) = default;
};

// The contents of the four regions, row by row.
struct RegionContents {
  std::array<std::int64_t, cell_count> grid{};
  std::array<std::int64_t, cell_count> rlatter{};
  std::array<std::int64_t, place_count> pspace{};
  std::array<std::int64_t, place_count> rstack{};
};

enum class ReferenceOutcome : std::uint8_t { solved, no_solution, invalid };

// Solves one puzzle step by step, so that a search that does not end in practice (few givens and no
// solution) takes no longer than the run it is compared with. Memory is bounded.
class ReferenceSolver {
 public:
  // `initial` is what the regions hold before the run. `input` is the puzzle that the program
  // reads; without one, it solves its grid region.
  ReferenceSolver(const RegionContents& initial, const std::optional<Grid>& input);
  ReferenceSolver(ReferenceSolver&&) noexcept;
  ReferenceSolver& operator=(ReferenceSolver&&) noexcept;
  ~ReferenceSolver();

  // Performs the next step (the preparation, a given, a digit, a guess, or undoing one) and appends
  // its changes: at most a few thousand, possibly none. Returns false if the algorithm has ended.
  bool step(std::vector<CellChange>& changes);

  // Returns nothing until the algorithm has ended.
  [[nodiscard]] std::optional<ReferenceOutcome> outcome() const;
  [[nodiscard]] const RegionContents& regions() const;

 private:
  class Algorithm;
  std::unique_ptr<Algorithm> algorithm_;
};

}  // namespace fungescope::puzzles
