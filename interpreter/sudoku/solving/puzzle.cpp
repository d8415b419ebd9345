#include "sudoku/solving/puzzle.h"

#include <bit>
#include <utility>

#include "sudoku/solving/bitmask_solver.h"

namespace fungescope::puzzles {
namespace {

// Returns the candidates of each cell that the digits of a grid leave.
PencilMarks candidates_of(const Grid& grid) {
  std::array<CandidateMask, 9> rows{};
  std::array<CandidateMask, 9> columns{};
  std::array<CandidateMask, 9> boxes{};
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (grid.cells[i] == 0) continue;
    const auto digit = static_cast<CandidateMask>(1U << (grid.cells[i] - 1U));
    rows[i / 9] |= digit;
    columns[i % 9] |= digit;
    boxes[i / 27 * 3 + i % 9 / 3] |= digit;
  }
  PencilMarks candidates{};
  for (std::size_t i = 0; i < cell_count; ++i) {
    const int seen = rows[i / 9] | columns[i % 9] | boxes[i / 27 * 3 + i % 9 / 3];
    candidates[i] = static_cast<CandidateMask>(all_candidates & ~seen);
  }
  return candidates;
}

}  // namespace

Puzzle puzzle_of(const PencilMarks& candidates) {
  Puzzle puzzle;
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (!std::has_single_bit(candidates[i])) continue;
    puzzle.grid.cells[i] = static_cast<std::uint8_t>(std::countr_zero(candidates[i]) + 1);
  }
  const PencilMarks left = candidates_of(puzzle.grid);
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (puzzle.grid.cells[i] != 0 || (candidates[i] & left[i]) == left[i]) continue;
    puzzle.marks = std::make_shared<const PencilMarks>(candidates);
    break;
  }
  return puzzle;
}

Result<Grid> digits_alone(const Puzzle& puzzle, SourceLocation where, std::string advice) {
  if (puzzle.marks == nullptr || find_contradiction(puzzle.grid)) return puzzle.grid;
  if (solve_with_bitmasks(puzzle.grid).count < 2) return puzzle.grid;
  return fail(std::move(where),
              "this puzzle needs its candidates: its digits alone have several solutions",
              std::move(advice));
}

}  // namespace fungescope::puzzles
