
#include "support/process.h"
#include "support/test.h"

#include "sudoku/solving/puzzle.h"

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
  CHECK_FALSE(find_contradiction(Grid{}));
  for (const auto& [first, second, digit, description] :
       {std::tuple(0U, 3U, 5, "the digit 5 is twice in row 1, at r1c1 and r1c4"),
        std::tuple(8U, 80U, 7, "the digit 7 is twice in column 9, at r1c9 and r9c9"),
        std::tuple(60U, 70U, 1, "the digit 1 is twice in box 9, at r7c7 and r8c8")}) {
    Grid grid;
    grid.cells[first] = grid.cells[second] = static_cast<std::uint8_t>(digit);
    CHECK(describe(*find_contradiction(grid)) == description);
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
  CHECK(message_of(digits(other)) ==
        "t:3: this puzzle needs its candidates: its digits alone have several solutions; use less");
}

namespace {

// Returns the output of a shell command, line by line.
std::vector<std::string> output_of(const std::string& command) {
  return fungescope::test::lines_of(run_process({"/bin/sh", "-c", command}).out);
}

}  // namespace

TEST_CASE("bitmask solver: the puzzles of tests/data have their one solution") {
  for (const auto& name :
       std::vector<std::string>{"norvig_easy50", "norvig_top95", "norvig_hardest11"}) {
    const auto puzzles = fungescope::test::data_lines("puzzles/" + name + ".txt");
    const auto solutions = fungescope::test::data_lines("puzzles/" + name + ".solutions.txt");
    REQUIRE(puzzles.size() > 0);
    REQUIRE(puzzles.size() == solutions.size());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const SolutionCount verdict = solve_with_bitmasks(grid_from_line(puzzles[i]));
      CHECK(verdict.count == 1);
      CHECK(to_line(verdict.solution) == solutions[i]);
    }
  }
}

TEST_CASE("bitmask solver: none, one, many") {
  CHECK(solve_with_bitmasks(Grid{}).count == 2);
  CHECK(is_solution_of(solve_with_bitmasks(Grid{}).solution, Grid{}));
  std::string twice(81, '.');
  twice[0] = twice[8] = '4';
  CHECK(solve_with_bitmasks(grid_from_line(twice)).count == 0);
  // Row 1 leaves only 9 for its last cell, and column 9 has a 9 already.
  const std::string dead = "12345678." + std::string(45, '.') + "........9" + std::string(18, '.');
  CHECK(solve_with_bitmasks(grid_from_line(dead)).count == 0);
  // A solution without the cells of two digits in two rows that share columns.
  std::string two =
      "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
  CHECK(solve_with_bitmasks(grid_from_line(two)).count == 1);
  for (std::size_t removed = 0; removed < 81; removed += 9) {
    for (std::size_t x = 0; x < 9; ++x) two[removed + x] = '.';
    if (removed >= 27) break;
  }
  CHECK(solve_with_bitmasks(grid_from_line(two)).count == 2);
}

TEST_CASE("bitmask solver: a long search polls, and can be ended") {
  // Has no solution, which takes long to prove.
  const Grid puzzle = grid_from_line(
      ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........");
  int polls = 0;
  CHECK(solve_with_bitmasks(puzzle, [&polls] { return ++polls == 3; }).count == 0);
  CHECK(polls == 3);
}

TEST_CASE("bitmask solver: agrees with qqwing, an outside oracle") {
  if (output_of("command -v qqwing").empty()) {
    MESSAGE("skipped: qqwing is not installed");
    return;
  }
  SUBCASE("on solutions") {
    const auto lines = output_of("qqwing --generate 30 --puzzle --solution --csv 2>/dev/null");
    REQUIRE(lines.size() == 31);  // with a header
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const std::string puzzle = lines[i].substr(0, 81);
      const SolutionCount verdict = solve_with_bitmasks(grid_from_line(puzzle));
      CHECK(verdict.count == 1);
      CHECK(to_line(verdict.solution) == lines[i].substr(82, 81));
    }
  }
  SUBCASE("on how many there are") {
    // Each hard puzzle as it is, and with one given less. (On puzzles without a
    // solution qqwing may not end.)
    std::string input;
    std::vector<int> counts;
    for (const auto& line : fungescope::test::data_lines("puzzles/norvig_hardest11.txt")) {
      std::array<std::string, 2> variants{line, line};
      const std::size_t given = line.find_first_of("123456789");
      variants[1][given] = '.';
      for (const auto& variant : variants) {
        input += variant + "\\n";
        counts.push_back(solve_with_bitmasks(grid_from_line(variant)).count);
      }
    }
    const auto lines =
        output_of("printf '" + input + "' | qqwing --solve --nosolution --count-solutions");
    REQUIRE(lines.size() == counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      CAPTURE(lines[i]);
      const bool unique = contains(lines[i], "unique");
      CHECK(counts[i] == (unique ? 1 : 2));
    }
  }
}
