#include "sudoku/solving/puzzle.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "sudoku/techniques/geometry.h"
#include <fmt/format.h>

namespace fungescope::puzzles {

using techniques::Cell;
using techniques::column_of;
using techniques::geometry;
using techniques::row_of;
using techniques::unit_of;
using techniques::UnitKind;

Grid grid_from_line(std::string_view line) {
  assert(line.size() == cell_count);
  Grid grid;
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (line[i] >= '1' && line[i] <= '9') grid.cells[i] = static_cast<std::uint8_t>(line[i] - '0');
  }
  return grid;
}

std::string to_line(const Grid& grid, char blank) {
  std::string line(cell_count, blank);
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (grid.cells[i] != 0) line[i] = static_cast<char>('0' + grid.cells[i]);
  }
  return line;
}

int count_clues(const Grid& puzzle) {
  return static_cast<int>(cell_count) -
         static_cast<int>(std::count(puzzle.cells.begin(), puzzle.cells.end(), 0));
}

std::optional<Contradiction> find_contradiction(const Grid& grid) {
  std::array<unsigned, techniques::unit_count> seen{};  // digits, as bits
  for (const Cell second : techniques::every_cell) {
    const unsigned digit = 1U << grid.cells[second] & ~1U;
    for (const techniques::Unit unit : geometry.units[second]) {
      if ((seen[unit] & digit) == 0) continue;
      Cell first = 0;
      while (grid.cells[first] != grid.cells[second] || !techniques::sees(first, second)) ++first;
      return Contradiction{first, second, grid.cells[second]};
    }
    for (const techniques::Unit unit : geometry.units[second]) seen[unit] |= digit;
  }
  return std::nullopt;
}

std::string describe(const Contradiction& contradiction) {
  const auto a = static_cast<Cell>(contradiction.first);
  const auto b = static_cast<Cell>(contradiction.second);
  techniques::Unit unit = unit_of(UnitKind::box, techniques::box_of(a));
  if (row_of(a) == row_of(b)) unit = unit_of(UnitKind::row, row_of(a));
  if (column_of(a) == column_of(b)) unit = unit_of(UnitKind::column, column_of(a));
  return fmt::format("the digit {} is twice in {}, at {} and {}", contradiction.digit,
                     techniques::unit_text(unit), techniques::to_text(a), techniques::to_text(b));
}

bool is_solution_of(const Grid& solution, const Grid& puzzle) {
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (solution.cells[i] < 1 || solution.cells[i] > 9) return false;
    if (puzzle.cells[i] != 0 && puzzle.cells[i] != solution.cells[i]) return false;
  }
  return !find_contradiction(solution);
}

PencilMarks candidates_of(const Grid& grid) {
  PencilMarks candidates{};
  candidates.fill(all_candidates);
  for (const Cell cell : techniques::every_cell) {
    if (grid.cells[cell] == 0) continue;
    for (const Cell peer : geometry.peers[cell]) {
      candidates[peer] = techniques::without(candidates[peer], candidate_bit(grid.cells[cell]));
    }
  }
  return candidates;
}

// ---- Puzzles

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
