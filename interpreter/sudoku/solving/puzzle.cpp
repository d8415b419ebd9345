#include "sudoku/solving/puzzle.h"

#include <bit>
#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

std::size_t column_of(std::size_t cell) {
  return cell % 9;
}
std::size_t row_of(std::size_t cell) {
  return cell / 9;
}
std::size_t box_of(std::size_t cell) {
  return cell / 27 * 3 + cell % 9 / 3;
}

bool share_a_unit(std::size_t a, std::size_t b) {
  return row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
}

// Returns the candidates of each cell that the digits of a grid leave.
PencilMarks candidates_of(const Grid& grid) {
  std::array<CandidateMask, 9> rows{};
  std::array<CandidateMask, 9> columns{};
  std::array<CandidateMask, 9> boxes{};
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (grid.cells[i] == 0) continue;
    const auto digit = candidate_bit(grid.cells[i]);
    rows[row_of(i)] |= digit;
    columns[column_of(i)] |= digit;
    boxes[box_of(i)] |= digit;
  }
  PencilMarks candidates{};
  for (std::size_t i = 0; i < cell_count; ++i) {
    const int seen = rows[row_of(i)] | columns[column_of(i)] | boxes[box_of(i)];
    candidates[i] = static_cast<CandidateMask>(all_candidates & ~seen);
  }
  return candidates;
}

}  // namespace

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

std::optional<Contradiction> find_contradiction(const Grid& grid) {
  std::array<unsigned, 9> rows{};  // the digits seen, as bits
  std::array<unsigned, 9> columns{};
  std::array<unsigned, 9> boxes{};
  for (std::size_t second = 0; second < cell_count; ++second) {
    const unsigned digit = 1U << grid.cells[second] & ~1U;
    unsigned& row = rows[row_of(second)];
    unsigned& column = columns[column_of(second)];
    unsigned& box = boxes[box_of(second)];
    if (((row | column | box) & digit) != 0) {
      std::size_t first = 0;
      while (grid.cells[first] != grid.cells[second] || !share_a_unit(first, second)) ++first;
      return Contradiction{first, second, grid.cells[second]};
    }
    row |= digit;
    column |= digit;
    box |= digit;
  }
  return std::nullopt;
}

std::string describe(const Contradiction& contradiction) {
  const auto [a, b, digit] = contradiction;
  if (row_of(a) == row_of(b)) {
    return fmt::format("the digit {} is twice in row {}, at columns {} and {}", digit,
                       row_of(a) + 1, column_of(a) + 1, column_of(b) + 1);
  }
  if (column_of(a) == column_of(b)) {
    return fmt::format("the digit {} is twice in column {}, at rows {} and {}", digit,
                       column_of(a) + 1, row_of(a) + 1, row_of(b) + 1);
  }
  return fmt::format("the digit {} is twice in box {}, at row {} column {} and row {} column {}",
                     digit, box_of(a) + 1, row_of(a) + 1, column_of(a) + 1, row_of(b) + 1,
                     column_of(b) + 1);
}

bool is_solution_of(const Grid& solution, const Grid& puzzle) {
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (solution.cells[i] < 1 || solution.cells[i] > 9) return false;
    if (puzzle.cells[i] != 0 && puzzle.cells[i] != solution.cells[i]) return false;
  }
  return !find_contradiction(solution);
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
