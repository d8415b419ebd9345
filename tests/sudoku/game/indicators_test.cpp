#include "support/test.h"

#include "sudoku/game/board.h"
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
  CHECK(row.units[unit_of(UnitKind::row, 0)] == UnitState::complete);
  CHECK(row.units[unit_of(UnitKind::row, 1)] == UnitState::open);
  CHECK(row.units[unit_of(UnitKind::box, 0)] == UnitState::open);
  played.show_solution();
  const Indicators all = indicators_of(played.board(), played.puzzle());
  CHECK(all.solved);
  CHECK(all.empty == 0);
  for (std::size_t unit = 0; unit < techniques::unit_count; ++unit)
    CHECK(all.units[unit] == UnitState::complete);
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

TEST_CASE("digits: the same digit again clears") {
  const CellSet cell = cells({at(2, 2)});
  Board board = with_digit({}, {}, cell, 7, PeerMarks::keep);
  CHECK(board.at(at(2, 2)).digit == 7);
  board = with_digit(board, {}, cell, 8, PeerMarks::keep);
  CHECK(board.at(at(2, 2)).digit == 8);
  board = with_digit(board, {}, cell, 8, PeerMarks::keep);
  CHECK(board == Board{});
}

TEST_CASE("digits: several cells are filled unless all have the digit; givens stay") {
  const CellSet selection = cells({at(1, 1), at(1, 2), at(1, 3)});
  const CellSet givens = cells({at(1, 1)});
  Board board;
  board.at(at(1, 1)).digit = 5;
  board.at(at(1, 2)).digit = 3;
  board = with_digit(board, givens, selection, 3, PeerMarks::keep);
  CHECK(board.at(at(1, 1)).digit == 5);
  CHECK(board.at(at(1, 2)).digit == 3);
  CHECK(board.at(at(1, 3)).digit == 3);
  board = with_digit(board, givens, selection, 3, PeerMarks::keep);
  CHECK(board.at(at(1, 1)).digit == 5);
  CHECK(board.at(at(1, 2)).digit == 0);
  CHECK(board.at(at(1, 3)).digit == 0);
}

TEST_CASE("digits: marks in the row, column and box are cleaned if asked for") {
  Board board = with_all_marks({}, cells({at(1, 1), at(1, 9), at(9, 1), at(2, 2), at(5, 5)}));
  board = with_mark_toggled(board, cells({at(1, 9)}), MarkKind::corner, 4);
  const Board kept = with_digit(board, {}, cells({at(1, 2)}), 4, PeerMarks::keep);
  CHECK(kept.at(at(1, 9)) == board.at(at(1, 9)));
  const Board cleaned = with_digit(board, {}, cells({at(1, 2)}), 4, PeerMarks::clean);
  const DigitMask without_4 = techniques::without(techniques::all_digits, mask_of(4));
  CHECK(cleaned.at(at(1, 1)).centre == without_4);
  CHECK(cleaned.at(at(1, 9)).centre == without_4);
  CHECK(cleaned.at(at(1, 9)).corner == 0);
  CHECK(cleaned.at(at(2, 2)).centre == without_4);
  CHECK(cleaned.at(at(9, 1)).centre == techniques::all_digits);
  CHECK(cleaned.at(at(5, 5)).centre == techniques::all_digits);
  // Clearing a digit cleans nothing.
  CHECK(with_digit(kept, {}, cells({at(1, 2)}), 4, PeerMarks::clean) == board);
}

TEST_CASE("marks: added to cells that lack them, removed if all have them, not in filled cells") {
  const CellSet selection = cells({at(4, 4), at(4, 5), at(4, 6)});
  Board board;
  board.at(at(4, 6)).digit = 9;
  board = with_mark_toggled(board, cells({at(4, 4)}), MarkKind::centre, 2);
  board = with_mark_toggled(board, selection, MarkKind::centre, 2);
  CHECK(board.at(at(4, 4)).centre == mask_of(2));
  CHECK(board.at(at(4, 5)).centre == mask_of(2));
  CHECK(board.at(at(4, 5)).corner == 0);
  CHECK(board.at(at(4, 6)).centre == 0);
  board = with_mark_toggled(board, selection, MarkKind::centre, 2);
  CHECK_FALSE(board.at(at(4, 4)).has_marks());
  CHECK_FALSE(board.at(at(4, 5)).has_marks());
}

TEST_CASE("marks: a digit hides them, and they return with its erasure") {
  const CellSet cell = cells({at(3, 3)});
  const Board marked = with_mark_toggled({}, cell, MarkKind::corner, 6);
  const Board filled = with_digit(marked, {}, cell, 1, PeerMarks::clean);
  CHECK(filled.at(at(3, 3)).corner == mask_of(6));
  CHECK(with_erased(filled, {}, cell) == marked);
}

TEST_CASE("marks: all are the digits that are allowed; cleaning removes the others") {
  Board board;
  board.at(at(1, 1)).digit = 1;
  board.at(at(5, 9)).digit = 2;
  const Board all = with_all_marks(board, cells({at(1, 1), at(1, 9)}));
  CHECK(all.at(at(1, 1)).centre == 0);
  CHECK(all.at(at(1, 9)).centre == (techniques::all_digits & ~mask_of(1) & ~mask_of(2)));
  board.at(at(1, 9)).centre = mask_of(1) | mask_of(3);
  board.at(at(1, 9)).corner = mask_of(2) | mask_of(4);
  board = with_marks_cleaned(board, cells({at(1, 9)}));
  CHECK(board.at(at(1, 9)).centre == mask_of(3));
  CHECK(board.at(at(1, 9)).corner == mask_of(4));
}

TEST_CASE("colours: a cell may have several, givens too") {
  const CellSet selection = cells({at(1, 1), at(1, 2)});
  Board board = with_colour_toggled({}, cells({at(1, 1)}), 3);
  board = with_colour_toggled(board, selection, 9);
  CHECK(board.at(at(1, 1)).colours == (mask_of(3) | mask_of(9)));
  CHECK(board.at(at(1, 2)).colours == mask_of(9));
  board = with_colour_toggled(board, selection, 9);
  CHECK(board.at(at(1, 1)).colours == mask_of(3));
  CHECK(board.at(at(1, 2)).colours == 0);
}

TEST_CASE("erase: digits first, then marks, then colours") {
  const CellSet selection = cells({at(1, 1), at(1, 2), at(1, 3)});
  const CellSet givens = cells({at(1, 3)});
  Board board;
  board.at(at(1, 1)) = {4, mask_of(1), 0, mask_of(1)};
  board.at(at(1, 2)) = {0, 0, mask_of(2), 0};
  board.at(at(1, 3)) = {8, 0, 0, mask_of(2)};
  board = with_erased(board, givens, selection);
  CHECK(board.at(at(1, 1)) == CellContent{0, mask_of(1), 0, mask_of(1)});
  CHECK(board.at(at(1, 2)).corner == mask_of(2));
  board = with_erased(board, givens, selection);
  CHECK(board.at(at(1, 1)) == CellContent{0, 0, 0, mask_of(1)});
  CHECK(board.at(at(1, 2)) == CellContent{});
  board = with_erased(board, givens, selection);
  CHECK(board.at(at(1, 1)) == CellContent{});
  CHECK(board.at(at(1, 3)) == CellContent{8, 0, 0, 0});
}
