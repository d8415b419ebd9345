// setter.b93 by what it prints.
#include "programs/program_run.h"
#include "support/test.h"

#include "sudoku/solving/puzzle.h"

using puzzles::cell_count;
using puzzles::Grid;

namespace {

constexpr const char* setter = "setter/setter.b93";

std::vector<Grid> puzzles_of(const std::string& request, std::uint64_t seed) {
  CAPTURE(request);
  CAPTURE(seed);
  const ProgramRun run = run_program(setter, request + "\n", {.seed = seed});
  CHECK(run.stopped == StopReason::ended);
  CHECK(run.output.back() == '\n');
  std::vector<Grid> grids;
  for (const std::string& line : lines_of(run.output)) {
    if (grids.empty() && line == setter_greeting) continue;
    CHECK(line.size() == cell_count);
    CHECK(line.find_first_not_of(".123456789") == std::string::npos);
    grids.push_back(puzzles::grid_from_line(line));
  }
  return grids;
}

int solutions(const Grid& grid) {
  return puzzles::solve_with_bitmasks(grid).count;
}

std::size_t clues_in(const Grid& grid) {
  return cell_count - static_cast<std::size_t>(std::count(grid.cells.begin(), grid.cells.end(), 0));
}

}  // namespace

TEST_CASE("a minimal puzzle has one solution and no clue that can go") {
  const std::vector<Grid> grids = puzzles_of("10 minimal", 1);
  CHECK(grids.size() == 10);
  for (Grid grid : grids) {
    CHECK(solutions(grid) == 1);
    for (std::uint8_t& cell : grid.cells) {
      if (cell == 0) continue;
      const std::uint8_t clue = cell;
      cell = 0;
      CHECK(solutions(grid) == 2);
      cell = clue;
    }
  }
}

TEST_CASE("the rows of a puzzle by rows have 4, 4, 4, 3, 3, 3, 2, 2, 2 clues in random order") {
  std::vector<std::array<std::ptrdiff_t, 9>> orders;
  for (const Grid& grid : puzzles_of("4 rows", 2)) {
    CHECK(solutions(grid) == 1);
    std::array<std::ptrdiff_t, 9> clues{};
    for (std::size_t y = 0; y < 9; ++y) {
      const auto* row = grid.cells.data() + y * 9;
      clues[y] = 9 - std::count(row, row + 9, 0);
    }
    orders.push_back(clues);
    std::sort(clues.begin(), clues.end());
    CHECK(clues == std::array<std::ptrdiff_t, 9>{2, 2, 2, 3, 3, 3, 4, 4, 4});
  }
  REQUIRE(orders.size() == 4);
  CHECK(orders[0] != orders[1]);
}

TEST_CASE("a number of clues is kept, down to few and up to many") {
  for (const std::size_t clues : {24U, 30U, 45U, 80U}) {
    CAPTURE(clues);
    const std::vector<Grid> grids = puzzles_of("3 " + std::to_string(clues), clues);
    CHECK(grids.size() == 3);
    for (const Grid& grid : grids) {
      CHECK(clues_in(grid) == clues);
      CHECK(solutions(grid) == 1);
    }
  }
}

TEST_CASE("another seed makes another puzzle") {
  const auto puzzle = [](std::uint64_t seed) {
    return run_program(setter, "2 40\n", {.seed = seed}).output;
  };
  CHECK(puzzle(7) != puzzle(8));
}
