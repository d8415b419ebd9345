#include "sudoku/game/game.h"

#include "support/test.h"

#include "sudoku/game/positions.h"

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
      REQUIRE(played.history().position == present);
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
  CHECK(contains(several.warning(), "more than one solution"));
  CHECK(contains(several.warning(), "wrong digits are not shown"));
  givens = puzzles::grid_from_line(test::easy_puzzle);
  givens.cells[2] = 5;
  const Puzzle none = examine(givens);
  CHECK(none.solutions == 0);
  CHECK(contains(none.warning(), "the digit 5 is twice in row 1"));
}

TEST_CASE("timer: adds up the time between resume and pause") {
  Timer timer(5000);
  CHECK_FALSE(timer.running());
  CHECK(timer.milliseconds(1000) == 5000);
  timer.resume(100);
  CHECK(timer.running());
  CHECK(timer.milliseconds(102.5) == 7500);
  timer.resume(102);  // runs already
  timer.pause(104);
  CHECK(timer.milliseconds(200) == 9000);
  timer.pause(300);
  CHECK(timer.milliseconds(300) == 9000);
  timer.resume(300);
  timer.pause(301);
  CHECK(timer.milliseconds(400) == 10000);
}

TEST_CASE("timer: a clock that is set back, or that is no number, adds nothing") {
  Timer timer;
  timer.resume(50);
  CHECK(timer.milliseconds(40) == 0);
  CHECK(timer.milliseconds(std::numeric_limits<double>::quiet_NaN()) == 0);
  CHECK(timer.milliseconds(std::numeric_limits<double>::infinity()) == 4'000'000'000'000);
  timer.pause(20);
  CHECK(timer.milliseconds(60) == 0);
}

TEST_CASE("timer: its text") {
  CHECK(time_text(0) == "0:00");
  CHECK(time_text(247'999) == "4:07");
  CHECK(time_text(3'847'000) == "1:04:07");
}
