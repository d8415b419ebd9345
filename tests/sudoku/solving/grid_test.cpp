
#include "sudoku/solving/puzzle.h"
#include <doctest/doctest.h>

using namespace fungescope::puzzles;

namespace {
const std::string solved =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
}

TEST_CASE("grid: a line and back") {
  const std::string line(std::string(40, '.') + "5" + std::string(40, '.'));
  CHECK(to_line(grid_from_line(line)) == line);
  CHECK(grid_from_line(line).at(4, 4) == 5);
  CHECK(to_line(Grid{}, '0') == std::string(81, '0'));
}

TEST_CASE("grid: contradictions are found at their cells") {
  std::string line(81, '.');
  CHECK_FALSE(find_contradiction(grid_from_line(line)));
  SUBCASE("in a row") {
    line[0] = line[3] = '5';
    CHECK(describe(*find_contradiction(grid_from_line(line))) ==
          "the digit 5 is twice in row 1, at columns 1 and 4");
  }
  SUBCASE("in a column") {
    line[8] = line[80] = '7';
    CHECK(describe(*find_contradiction(grid_from_line(line))) ==
          "the digit 7 is twice in column 9, at rows 1 and 9");
  }
  SUBCASE("in a box") {
    line[60] = line[70] = '1';
    CHECK(describe(*find_contradiction(grid_from_line(line))) ==
          "the digit 1 is twice in box 9, at row 7 column 7 and row 8 column 8");
  }
}

TEST_CASE("grid: a solution is complete, valid and keeps the givens") {
  const Grid solution = grid_from_line(solved);
  Grid puzzle = solution;
  puzzle.cells[3] = puzzle.cells[44] = 0;
  CHECK(is_solution_of(solution, puzzle));
  CHECK_FALSE(is_solution_of(puzzle, puzzle));  // incomplete
  Grid changed = solution;
  changed.cells[3] = changed.cells[3] == 1 ? 2 : 1;
  CHECK_FALSE(is_solution_of(changed, puzzle));  // contradicts itself
  // Swapping two digits everywhere gives a valid grid that breaks the givens.
  for (auto& cell : (changed = solution).cells) cell = cell == 1 ? 2 : cell == 2 ? 1 : cell;
  CHECK(is_solution_of(changed, Grid{}));
  CHECK_FALSE(is_solution_of(changed, puzzle));
}

TEST_CASE("puzzle: candidates are a part of it if they exclude more than the digits do") {
  const std::string easy =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  const auto digits = [](const Puzzle& puzzle) {
    return digits_alone(puzzle, {"t", 3}, "use less");
  };
  PencilMarks marks{};
  for (std::size_t i = 0; i < 81; ++i) {
    marks[i] = easy[i] == '.'
                   ? all_candidates
                   : static_cast<CandidateMask>(1U << static_cast<unsigned>(easy[i] - '1'));
  }
  const Puzzle same = puzzle_of(marks);
  CHECK(to_line(same.grid) == easy);
  CHECK(same.marks == nullptr);
  CHECK(digits(same) == same.grid);

  marks[2] &= static_cast<CandidateMask>(~(1U << 3U));  // r1c3 is not 4, which is the solution
  Puzzle other = puzzle_of(marks);
  CHECK(to_line(other.grid) == easy);
  REQUIRE(other.marks);
  CHECK(*other.marks == marks);

  CHECK(digits(other) == other.grid);  // they have one solution
  other.grid.cells.fill(0);
  const auto needed = digits(other);
  REQUIRE_FALSE(needed);
  CHECK(to_string(needed.error()) ==
        "t:3: this puzzle needs its candidates: its digits alone have several solutions; use less");
}
