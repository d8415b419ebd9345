#include "sudoku/solving/grid.h"

#include <algorithm>
#include <cassert>

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

// Whether some digit is twice in a row, column or box.
bool contradicts(const Grid& grid) {
  std::array<unsigned, 9> columns{};  // the digits seen, as bits
  std::array<unsigned, 9> boxes{};
  unsigned twice = 0;
  for (std::size_t y = 0; y < 9; ++y) {
    unsigned row = 0;
    for (std::size_t x = 0; x < 9; ++x) {
      const unsigned digit = 1U << grid.at(x, y) & ~1U;
      unsigned& column = columns[x];
      unsigned& box = boxes[y / 3 * 3 + x / 3];
      twice |= (row | column | box) & digit;
      row |= digit;
      column |= digit;
      box |= digit;
    }
  }
  return twice != 0;
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
  if (!contradicts(grid)) return std::nullopt;
  for (std::size_t second = 1; second < cell_count; ++second) {
    if (grid.cells[second] == 0) continue;
    for (std::size_t first = 0; first < second; ++first) {
      if (grid.cells[first] == grid.cells[second] && share_a_unit(first, second)) {
        return Contradiction{first, second, grid.cells[second]};
      }
    }
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

}  // namespace fungescope::puzzles
