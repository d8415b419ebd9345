#include "sudoku/game/hints.h"

#include "support/test.h"

#include "sudoku/game/board.h"
#include "sudoku/game/positions.h"

using namespace fungescope::game;
using techniques::mask_of;
using test::at;
using test::cells;

namespace {

// Of tests/data/puzzles/rated.csv: it takes a naked pair.
constexpr std::string_view hard_puzzle =
    "000050000000206000064000390045000810000020000000107000053000980090804060100030004";

Game hard_game() {
  return Game(examine(puzzles::grid_from_line(hard_puzzle)));
}

}  // namespace

TEST_CASE("hints: the three strengths of a single") {
  const Game played = test::easy_game();
  const Hint hint = find_hint(played.board(), played.puzzle());
  REQUIRE(hint.kind == HintKind::step);
  REQUIRE(hint.step);
  REQUIRE(hint.step->placement);
  CHECK(hint.text(HintStrength::where).starts_with("look in "));
  CHECK(hint.text(HintStrength::technique).starts_with(hint.text(HintStrength::where) + ": "));
  CHECK(contains(hint.text(HintStrength::step), "since"));
  REQUIRE(hint.focus.units.size() == 1);
  CHECK(hint.text(HintStrength::where)
            .ends_with(techniques::hint(*hint.step, techniques::Candidates(played.puzzle().givens),
                                        HintStrength::where)));
}

TEST_CASE("hints: wrong digits come first") {
  Game played = test::easy_game();
  played.enter_digit(cells({at(1, 4)}), 2);  // the solution has 6
  Hint hint = find_hint(played.board(), played.puzzle());
  CHECK(hint.kind == HintKind::wrong_digits);
  CHECK(hint.wrong == cells({at(1, 4)}));
  CHECK(hint.text(HintStrength::where) == "look in box 2: a digit there is wrong");
  CHECK(hint.text(HintStrength::step) == "r1c4 is wrong");
  played.enter_digit(cells({at(1, 6)}), 6);
  hint = find_hint(played.board(), played.puzzle());
  CHECK(hint.text(HintStrength::technique) == "r1c4 and r1c6 are wrong");
  CHECK(apply(hint, played));
  CHECK(played.digits_text() == test::easy_puzzle);
  CHECK(played.undo());
  CHECK(played.board().at(at(1, 4)).digit == 2);
}

TEST_CASE("hints: applied one after the other they solve the puzzle, each a step of undo") {
  for (const std::string_view puzzle : {test::easy_puzzle, hard_puzzle}) {
    CAPTURE(puzzle);
    Game played(examine(puzzles::grid_from_line(puzzle)));
    REQUIRE(played.puzzle().has_one_solution());
    int hints = 0;
    while (!played.is_solved()) {
      const Hint hint = find_hint(played.board(), played.puzzle());
      REQUIRE(hint.kind == HintKind::step);
      REQUIRE(apply(hint, played, PeerMarks::clean));
      REQUIRE(++hints < 729);
      REQUIRE(indicators_of(played.board(), played.puzzle()).wrong.empty());
    }
    CHECK(played.history().steps.size() == static_cast<std::size_t>(hints));
    CHECK(find_hint(played.board(), played.puzzle()).text(HintStrength::where) ==
          "the puzzle is solved");
    CHECK_FALSE(apply(find_hint(played.board(), played.puzzle()), played));
  }
}

TEST_CASE("hints: an elimination that the marks show is not told again; wrong marks mislead none") {
  Game played = hard_game();
  Hint hint = find_hint(played.board(), played.puzzle());
  while (hint.step->placement) {
    REQUIRE(apply(hint, played));
    hint = find_hint(played.board(), played.puzzle());
  }
  REQUIRE_FALSE(hint.step->eliminations.empty());
  const auto [cell, digits] = hint.step->eliminations.front();
  // Applied, the cell has marks, without the eliminated digits.
  Game applied = played;
  REQUIRE(apply(hint, applied));
  CHECK(applied.board().at(cell).centre != 0);
  CHECK((applied.board().at(cell).centre & digits) == 0);
  CHECK((applied.board().at(cell).centre & mask_of(played.puzzle().solution.cells[cell])) != 0);
  CHECK(find_hint(applied.board(), applied.puzzle()).text(HintStrength::step) !=
        hint.text(HintStrength::step));
  // With all marks the same hint is told, since they have the digits.
  Game marked = played;
  marked.fill_marks();
  CHECK(find_hint(marked.board(), marked.puzzle()).text(HintStrength::step) ==
        hint.text(HintStrength::step));
  // Marks that lack the right digits do not change what follows.
  Game wrong = played;
  const techniques::Candidates candidates(digits_of(wrong.board()));
  for (const Cell open : candidates.open()) {
    const Digit right = wrong.puzzle().solution.cells[open];
    wrong.toggle_centre_mark(CellSet::of(open), static_cast<Digit>(right % 9 + 1));
  }
  while (!wrong.is_solved()) {
    REQUIRE(apply(find_hint(wrong.board(), wrong.puzzle()), wrong));
    REQUIRE(indicators_of(wrong.board(), wrong.puzzle()).wrong.empty());
  }
}

TEST_CASE("hints: where no technique applies, a cell to try") {
  const Game played(examine(puzzles::grid_from_line(
      "000000039000001005003050800008090006070002000100400000009080050020000600400700000")));
  const Hint hint = find_hint(played.board(), played.puzzle());
  CHECK(hint.text(HintStrength::where) == "no technique applies: look at r1c4");
  CHECK(hint.text(HintStrength::technique) ==
        "no technique applies: try the candidates of r1c4, which are 2, 6 and 8");
  CHECK(hint.text(HintStrength::step).starts_with("r1c4 = 8: search, "));
  CHECK(hint.focus.cells == cells({at(1, 4)}));
}

TEST_CASE("hints: puzzles without a single solution") {
  auto givens = puzzles::grid_from_line(test::easy_puzzle);
  givens.cells[2] = 5;
  const Game none(examine(givens));
  CHECK(find_hint(none.board(), none.puzzle()).text(HintStrength::step) ==
        "the puzzle has no solution: there is no hint");

  givens = puzzles::grid_from_line(test::easy_puzzle);
  for (const std::size_t cell : {0U, 1U, 4U, 9U}) givens.cells[cell] = 0;
  Game several(examine(givens));
  REQUIRE(several.puzzle().solutions == 2);
  CHECK(find_hint(several.board(), several.puzzle()).kind == HintKind::none);
  // The player's digits may leave one solution, or none.
  const auto solution = puzzles::grid_from_line(test::easy_solution);
  for (const std::size_t cell : {0U, 1U, 4U, 9U}) {
    several.enter_digit(CellSet::of(static_cast<Cell>(cell)), solution.cells[cell]);
  }
  CHECK(find_hint(several.board(), several.puzzle()).kind == HintKind::step);
  several.enter_digit(cells({at(1, 3)}), 5);
  const Hint hint = find_hint(several.board(), several.puzzle());
  CHECK(hint.kind == HintKind::wrong_digits);
  CHECK(hint.wrong == cells({at(1, 1), at(1, 3)}));
}
