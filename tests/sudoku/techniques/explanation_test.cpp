#include "sudoku/techniques/words/explanation.h"

#include <string>

#include "sudoku/techniques/finders.h"
#include "sudoku/techniques/positions.h"
#include "sudoku/techniques/rating.h"
#include "sudoku/techniques/words/notation.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::techniques;

namespace {

struct Hints {
  std::string where;
  std::string technique;
  std::string step;
};

Hints hints_of(Finder find, std::string_view digits) {
  const Candidates board = test::position(digits);
  const std::optional<Step> step = find(board);
  REQUIRE(step);
  return {hint(*step, board, HintStrength::where), hint(*step, board, HintStrength::technique),
          hint(*step, board, HintStrength::step)};
}

// Returns the explanation of a path's first step of a technique.
std::string explained(std::string_view puzzle, Technique technique) {
  const puzzles::Grid grid = puzzles::grid_from_line(puzzle);
  Candidates board(grid);
  for (const Step& step : solve_by_techniques(grid).steps) {
    if (step.technique == technique) return explain(step, board);
    apply(step, board);
  }
  return {};
}

}  // namespace

TEST_CASE("notation: lists and eliminations in words") {
  CHECK(join({}) == "");
  CHECK(join({"a"}) == "a");
  CHECK(join({"a", "b"}) == "a and b");
  CHECK(join({"a", "b", "c"}, " or ") == "a, b or c");
  CHECK(to_text(Cell{80}) == "r9c9");
  CHECK(units_text({18, 22}) == "rows 1 and 5");
  CHECK(units_text({0, 4}) == "boxes 1 and 5");
  CHECK(units_text({18, 9}) == "row 1 and column 1");
  CHECK(eliminations_text({{0, mask_of(3)}, {5, mask_of(4)}, {9, mask_of(3)}}) ==
        "r1c1 and r2c1 lose 3; r1c6 loses 4");
}

TEST_CASE("explanation: direct steps, graves, chains and search") {
  CHECK(
      explained("020900000048000031000063020009407003003080200400105600030570000250000180000006050",
                Technique::direct_pointing) ==
      "r6c8 = 7: direct pointing, since the places for 7 in box 9, r8c9 and r9c9, are all in "
      "column 9, so that r1c9, r5c9 and r6c9 lose 7, and r6c8 is the last place for 7 in box 6");
  CHECK(
      explained("020900000048000031000063020009407003003080200400105600030570000250000180000006050",
                Technique::direct_hidden_pair) ==
      "r4c8 = 1: direct hidden pair, since 5 and 8 have no other places in row 4 than r4c1 and "
      "r4c7, which leaves r4c8 as the last place for 1");
  CHECK(
      explained("908257604000906000063010250030090060009060400005348700070000080004000300000000000",
                Technique::bivalue_universal_grave) ==
      "r9c7 loses 1; r9c9 loses 7: BUG of type 3, since with two candidates in each empty cell, "
      "and two places for each digit, there would not be exactly one solution, so r7c7 is 1, or "
      "r8c9 is 7; whichever it is makes a naked set with r8c8 in box 9");
  CHECK(
      explained("005170000100020040000008605090006804701052006040000200020001080800000000056000000",
                Technique::bivalue_universal_grave) ==
      "r9c4 loses 8; r9c9 loses 7: BUG of type 4, since with two candidates in each empty cell, "
      "and two places for each digit, there would not be exactly one solution, so r9c4 is 7, or "
      "r9c9 is 3; the other of r9c4 and r9c9 is 2, which has no other place in row 9");
  CHECK(
      explained("005000400060070005700019020900000100000000000601002008000090000040280009000004612",
                Technique::x_cycle) ==
      "r6c8, r7c8 and r9c1 lose 3: X-cycle, since if r3c2 is 3, then r3c7 is not 3, r2c8 is 3, "
      "r8c8 is not 3, r8c1 is 3, r9c2 is not 3, r3c2 is 3, and if r3c2 is not 3, each of these is"
      " the opposite; either way, a cell that loses a digit sees it in the cycle");
  CHECK(
      explained("000000000012080450005206700004801200000000000290050068800000002000379000063000970",
                Technique::forcing_chain) ==
      "r8c1 loses 4: forcing chain, since if r8c1 is 4, then r8c1 is not 5, r8c9 is 5, r5c9 is "
      "not 5, r5c9 is 4, r5c8 is not 4, r8c8 is 4, r8c1 is not 4");
  CHECK(
      explained("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
                Technique::search) ==
      "r1c2 = 7: search, since no technique applies, and trying 4 or 8 ends in a contradiction");
}

TEST_CASE("explanation: hints of three strengths") {
  const Hints single =
      hints_of(find_hidden_single,
               ".....85.......46.7..1..68.9.7983.....2.....8.....5273.9..1..2..4.57.......86.....");
  CHECK(single.where == "look in box 3");
  CHECK(single.technique == "look in box 3: hidden single in a box");
  CHECK(single.step ==
        "r1c9 = 3: hidden single in box 3, since 3 is ruled out of r1c8, r2c8 and r3c8 by r6c8");

  const Hints fish =
      hints_of([](const Candidates& board) { return find_fish(board, 2); },
               "....3.....28.91.3.4.3....97546.2.9..1978..352382....46..5....23.64.1.....3..8.4..");
  CHECK(fish.where == "look in rows 3 and 7");
  CHECK(fish.technique == "look in rows 3 and 7: X-wing");

  const Hints turbot =
      hints_of(find_turbot_fish,
               "..1.28759.879.5132952173486.2.7..34....5..27.714832695....9.817.78.5196319..87524");
  CHECK(turbot.where == "look in rows 2 and 8");

  const Hints loop =
      hints_of(find_unique_loop,
               "1357486..7463291852896517439...8..67867.3....4..967..8392476851514893276678215934");
  CHECK(loop.where == "look at r1c8, r1c9, r5c8 and r5c9");
  CHECK(loop.technique == "look at r1c8, r1c9, r5c8 and r5c9: unique rectangle");

  const Hints grave =
      hints_of(find_bivalue_universal_grave,
               ".9.613.84...2571393.18492..9685714234379268151..384......192..8..943567151.768..2");
  CHECK(grave.where == "look at r7c3");

  const Hints chain =
      hints_of(find_chain,
               "3.452..8...6.9.....5..7.3.....689.23...734....631527...1.96......9.4..6.6.8217..5");
  CHECK(chain.where == "look around r4c2");
  CHECK(chain.technique == "look around r4c2: forcing X-chain");
}

TEST_CASE("explanation: the cells that the reason of a single rests on") {
  const auto cited = [](Finder find, std::string_view digits) {
    const Candidates board = test::position(digits);
    const std::optional<Step> step = find(board);
    REQUIRE(step);
    return to_text(cited_cells(*step, board));
  };
  CHECK(
      cited(find_hidden_single,
            ".....85.......46.7..1..68.9.7983.....2.....8.....5273.9..1..2..4.57.......86.....") ==
      "r6c8");
  // Of a digit that both the row and the column have, the reason names the row.
  CHECK(
      cited(find_naked_single,
            "1234.........5........6........7........8.................1......................") ==
      "r1c1, r1c2, r1c3, r1c4, r2c5, r3c5, r4c5 and r5c5");
  CHECK(cited([](const Candidates& board) { return find_fish(board, 2); },
              "....3.....28.91.3.4.3....97546.2.9..1978..352382....46..5....23.64.1.....3..8.4..")
            .empty());
}
