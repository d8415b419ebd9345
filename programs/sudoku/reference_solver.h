// A mirror of sudoku.b93's decisions: which cells of its regions change, in
// which order, to what.
#pragma once

#include "sudoku/grid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace fungescope::sudoku {

enum class Region : std::uint8_t { grid, rlatter };

struct Change {
  Region region = Region::grid;
  std::uint8_t cell = 0;  // y * 9 + x
  std::int64_t before = 0;
  std::int64_t now = 0;
  friend bool operator==(const Change&, const Change&) = default;
};

enum class Outcome : std::uint8_t { solved, no_solution, invalid };

struct ReferenceRun {
  Outcome outcome = Outcome::solved;
  std::vector<Change> changes;
  // The regions at the end, row by row.
  std::array<std::int64_t, 81> grid{};
  std::array<std::int64_t, 81> rlatter{};
  std::array<std::int64_t, 729> pspace{};
  std::array<std::int64_t, 729> rstack{};
};

// `input` is what the program reads; null: nothing, it solves its grid region.
[[nodiscard]] ReferenceRun solve_reference(const std::array<std::int64_t, 81>& initial_grid_region,
                                           const Grid* input);

}  // namespace fungescope::sudoku
