#include "sudoku/game/game.h"

#include <vector>

#include "sudoku/game/positions.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::game;
using test::at;
using test::cells;

TEST_CASE("game: a new game has the givens and nothing else") {
  const Game played = test::easy_game();
  CHECK(played.digits_text() == test::easy_puzzle);
  CHECK(played.is_given(at(1, 1)));
  CHECK_FALSE(played.is_given(at(1, 3)));
  CHECK_FALSE(played.can_undo());
  CHECK_FALSE(played.can_redo());
  CHECK_FALSE(played.is_solved());
}

TEST_CASE("game: every operation is one step, and undo restores every board") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Game played = test::easy_game();
    std::vector<Board> boards{played.board()};
    std::size_t present = 0;
    for (int i = 0; i < 200; ++i) {
      const std::size_t choice = test::below(random, 8);
      if (choice == 0) {
        REQUIRE(played.undo() == (present > 0));
        if (present > 0) --present;
      } else if (choice == 1) {
        REQUIRE(played.redo() == (present + 1 < boards.size()));
        if (present + 1 < boards.size()) ++present;
      } else if (test::random_operation(played, random)) {
        REQUIRE(played.board() != boards[present]);
        boards.resize(++present);
        boards.push_back(played.board());
      }
      REQUIRE(played.board() == boards[present]);
      REQUIRE(played.history().position() == present);
    }
    while (played.undo()) REQUIRE(played.board() == boards[--present]);
    CHECK(present == 0);
    CHECK(played.digits_text() == test::easy_puzzle);
    while (played.redo()) REQUIRE(played.board() == boards[++present]);
    CHECK(present + 1 == boards.size());
  }
}

TEST_CASE("game: what changes nothing is no step and keeps what can be redone") {
  Game played = test::easy_game();
  CHECK(played.enter_digit(cells({at(1, 3)}), 4));
  CHECK(played.undo());
  CHECK_FALSE(played.enter_digit(cells({at(1, 1)}), 4));  // a given
  CHECK_FALSE(played.erase(cells({at(1, 1), at(1, 3)})));
  CHECK_FALSE(played.clean_marks());
  CHECK_FALSE(played.restart());
  CHECK_FALSE(played.enter_digit({}, 4));
  CHECK(played.redo());
  CHECK(played.board().at(at(1, 3)).digit == 4);
}

TEST_CASE("game: solved by the last digit, finished once") {
  Game played = test::easy_game();
  played.timer().resume(10);
  const auto solution = puzzles::grid_from_line(test::easy_solution);
  for (std::size_t i = 0; i < board_cells; ++i) {
    const auto cell = static_cast<Cell>(i);
    if (played.is_given(cell)) continue;
    CHECK_FALSE(played.is_solved());
    played.enter_digit(CellSet::of(cell), solution.cells[i]);
  }
  CHECK(played.is_solved());
  CHECK(played.finish(70.5));
  CHECK(played.timer().milliseconds(100) == 60500);
  played.undo();
  CHECK_FALSE(played.is_solved());
  played.redo();
  CHECK(played.is_solved());
  CHECK_FALSE(played.finish(80));
  CHECK(played.is_finished());
}

TEST_CASE("game: the solution is a step, and marks the game") {
  Game played = test::easy_game();
  played.enter_digit(cells({at(1, 3)}), 1);
  CHECK_FALSE(played.help().solution_shown);
  CHECK(played.show_solution());
  CHECK(played.digits_text() == test::easy_solution);
  CHECK(played.help().solution_shown);
  CHECK(played.undo());
  CHECK(played.board().at(at(1, 3)).digit == 1);
  CHECK(played.help().solution_shown);
}

TEST_CASE("game: a check counts the wrong digits") {
  Game played = test::easy_game();
  CHECK(played.check() == 0);
  played.enter_digit(cells({at(1, 3), at(9, 1)}), 1);
  played.enter_digit(cells({at(1, 4)}), 6);
  CHECK(played.check() == 2);
  CHECK(played.help().checks == 2);
}
