#include "sudoku/game/indicators.h"

#include "support/test.h"

#include "sudoku/game/positions.h"

using namespace fungescope::game;
using techniques::mask_of;
using techniques::unit_of;
using techniques::UnitKind;
using test::at;
using test::cells;

TEST_CASE("indicators: a puzzle's givens") {
  const Game played = test::easy_game();
  const Indicators shown = indicators_of(played.board(), played.puzzle());
  CHECK(shown.conflicts.empty());
  CHECK(shown.wrong.empty());
  CHECK(shown.empty == 51);
  CHECK(shown.remaining[0] == 9 - 3);
  CHECK_FALSE(shown.solved);
  CHECK(cells_with(played.board(), 1) == cells({at(2, 4), at(5, 9), at(8, 5)}));
  CHECK(cells_with(played.board(), 0).empty());
}

TEST_CASE("indicators: conflicts by rule, wrong digits by the solution") {
  Game played = test::easy_game();
  played.enter_digit(cells({at(1, 3)}), 5);  // 5 is at r1c1
  const Indicators both = indicators_of(played.board(), played.puzzle());
  CHECK(both.conflicts == cells({at(1, 1), at(1, 3)}));
  CHECK(both.wrong == cells({at(1, 3)}));
  played.enter_digit(cells({at(1, 3)}), 1);  // allowed, but not the solution's 4
  const Indicators wrong = indicators_of(played.board(), played.puzzle());
  CHECK(wrong.conflicts.empty());
  CHECK(wrong.wrong == cells({at(1, 3)}));
}

TEST_CASE("indicators: a mark of a digit that is placed is ruled out") {
  Game played = test::easy_game();
  played.toggle_corner_mark(cells({at(1, 3)}), 5);
  played.toggle_centre_mark(cells({at(1, 3)}), 4);
  played.toggle_centre_mark(cells({at(1, 3)}), 6);
  const Indicators shown = indicators_of(played.board(), played.puzzle());
  CHECK(shown.ruled_out[at(1, 3)] == (mask_of(5) | mask_of(6)));
}

TEST_CASE("indicators: complete rows, columns and boxes; the solved board") {
  Game played = test::easy_game();
  const auto solution = puzzles::grid_from_line(test::easy_solution);
  for (std::size_t i = 0; i < 9; ++i) {
    played.enter_digit(CellSet::of(static_cast<Cell>(i)), solution.cells[i]);
  }
  const Indicators row = indicators_of(played.board(), played.puzzle());
  CHECK(row.complete[unit_of(UnitKind::row, 0)]);
  CHECK_FALSE(row.complete[unit_of(UnitKind::row, 1)]);
  CHECK_FALSE(row.complete[unit_of(UnitKind::box, 0)]);
  played.show_solution();
  const Indicators all = indicators_of(played.board(), played.puzzle());
  CHECK(all.solved);
  CHECK(all.empty == 0);
  for (std::size_t unit = 0; unit < techniques::unit_count; ++unit) CHECK(all.complete[unit]);
  for (const int count : all.remaining) CHECK(count == 0);
}

TEST_CASE("indicators: without a single solution no digit is wrong, and any full board solves") {
  const auto full = puzzles::grid_from_line(test::easy_solution);
  Puzzle puzzle;
  puzzle.solutions = 2;
  puzzle.givens = full;
  puzzle.givens.cells[0] = 0;
  Board board = board_of(puzzle.givens);
  board.at(0).digit = 1;
  CHECK(indicators_of(board, puzzle).wrong.empty());
  CHECK_FALSE(indicators_of(board, puzzle).solved);
  board.at(0).digit = 5;
  CHECK(indicators_of(board, puzzle).solved);
}
