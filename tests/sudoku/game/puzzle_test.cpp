#include "sudoku/game/puzzle.h"

#include "sudoku/game/positions.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::game;

TEST_CASE("puzzle: the solution, the level and the rating") {
  const Puzzle puzzle = examine(puzzles::grid_from_line(test::easy_puzzle));
  CHECK(puzzle.has_one_solution());
  CHECK(puzzle.solution == puzzles::grid_from_line(test::easy_solution));
  CHECK(puzzle.level == Level::easy);
  CHECK(puzzle.rating_text() == "1.2");
  CHECK(puzzle.warning().empty());
}

TEST_CASE("puzzle: a warning says what is off without a single solution") {
  auto givens = puzzles::grid_from_line(test::easy_puzzle);
  givens.cells[0] = 0;
  givens.cells[1] = 0;
  givens.cells[4] = 0;
  givens.cells[9] = 0;
  const Puzzle several = examine(givens);
  CHECK(several.solutions == 2);
  CHECK_FALSE(several.level);
  CHECK(several.rating_text().empty());
  CHECK(several.warning().find("more than one solution") != std::string::npos);
  CHECK(several.warning().find("wrong digits are not shown") != std::string::npos);
  givens = puzzles::grid_from_line(test::easy_puzzle);
  givens.cells[2] = 5;
  const Puzzle none = examine(givens);
  CHECK(none.solutions == 0);
  CHECK(none.warning().find("the digit 5 is twice in row 1") != std::string::npos);
}
