#include "debugger_ui/session_thread/puzzle_input.h"
#include "debugger_ui/session_thread/tasks/background_task.h"

#include "board_session.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;
using namespace fungescope::ui::test;

namespace {

using Origin = BoardCell::Origin;

int count(const BoardView& view, Origin origin) {
  int cells = 0;
  for (const BoardCell& cell : view.cells) cells += cell.origin == origin;
  return cells;
}

}  // namespace

TEST_CASE("a puzzle is parsed from the input as the program does") {
  using Kind = PuzzleInput::Kind;
  const std::string line = "1.*0_ " + std::string(74, '.') + "9";
  const PuzzleInput read = read_puzzle_input("x\n" + line + "junk", false);
  CHECK(read.kind == Kind::puzzle);
  CHECK(read.grid.cells[0] == 1);
  CHECK(read.grid.cells[80] == 9);
  CHECK(read.grid.cells[5] == 0);
  CHECK(read_puzzle_input("", false).kind == Kind::unknown);
  CHECK(read_puzzle_input("ab\n", true).kind == Kind::none);
  CHECK(read_puzzle_input("12", false).kind == Kind::unknown);
  CHECK(read_puzzle_input("12", true).kind == Kind::broken);
}

TEST_CASE("the board distinguishes givens, guesses and deductions, with their ticks") {
  BoardSession run(hard_puzzle);
  const auto board = make_board_task();
  run.seek(550'000);
  run.request.board_ticks = true;
  run.settle(*board);
  const ViewSnapshot snapshot = run.snapshot(*board);
  REQUIRE(snapshot.board);
  CHECK(snapshot.board->ready);
  CHECK(count(*snapshot.board, Origin::given) == 17);
  int ticks = 0;
  for (const BoardCell& cell : snapshot.board->cells) {
    const bool came = cell.digit != 0 && cell.origin != Origin::given;
    CHECK(cell.set_at.has_value() == came);
    ticks += cell.set_at && *cell.set_at <= 550'000;
  }
  CHECK(ticks > 0);
  CHECK(count(*snapshot.board, Origin::guessed) > 0);

  SUBCASE("elsewhere the givens are known, and the ticks are not") {
    run.seek(400'000);
    const ViewSnapshot other = run.snapshot(*board);
    REQUIRE(other.board);
    CHECK(count(*other.board, Origin::given) == 17);
    for (const BoardCell& cell : other.board->cells) CHECK_FALSE(cell.set_at);
  }
  SUBCASE("ticks are searched only on request") {
    run.request.board_ticks = false;
    run.seek(400'000);
    run.settle(*board);
    const ViewSnapshot other = run.snapshot(*board);
    for (const BoardCell& cell : other.board->cells) CHECK_FALSE(cell.set_at);
  }
}

TEST_CASE("the board is not ready before the program sets the givens") {
  BoardSession run(hard_puzzle);
  const auto board = make_board_task();
  for (const Tick tick : {0, 5'000, 40'000}) {
    run.seek(tick);
    run.settle(*board);
    const ViewSnapshot snapshot = run.snapshot(*board);
    CHECK_FALSE(snapshot.board->ready);
    // The puzzle that will be solved.
    CHECK(snapshot.board->upcoming);
    CHECK(count(*snapshot.board, Origin::given) == 17);
    CHECK(count(*snapshot.board, Origin::blank) == 64);
  }
  run.seek(65'000);
  CHECK(run.snapshot(*board).board->ready);  // without any search
  CHECK(count(*run.snapshot(*board).board, Origin::given) == 17);
}

TEST_CASE("while the run plays, finding the givens is urgent, once") {
  BoardSession run(hard_puzzle);
  const auto board = make_board_task();
  run.playing = true;
  run.seek(40'000);
  CHECK_FALSE(run.is_urgent(*board));
  run.seek(300'000);
  CHECK(run.is_urgent(*board));
  CHECK_FALSE(run.snapshot(*board).board->ready);
  CHECK(run.work(*board) == BackgroundTask::Progress::updated);
  CHECK_FALSE(run.is_urgent(*board));
  CHECK(run.session().machine().tick == 300'000);
  CHECK(run.snapshot(*board).board->ready);
  CHECK(count(*run.snapshot(*board).board, Origin::given) == 17);
}

namespace {

// A program of 72x27 cells, `steps` in the first row, with the regions of a board and its variable
// in cell (0, 9).
std::string with_board(std::string steps) {
  steps.resize(72, ' ');
  std::string source = steps + '\n';
  for (int y = 1; y < 27; ++y) source += std::string(72, ' ') + '\n';
  return source +
         "#$region[0,0](9x9):ascii = grid\n#$region[9,0](27x27):decimal = pspace\n"
         "#$region[36,0](9x9):decimal = rlatter\n#$region[45,0](27x27):decimal = rstack\n"
         "#$watch[0,9]:int = SetValueAndHints :: returnAddr\n";
}

}  // namespace

TEST_CASE("givens that are set after the variable was already 0 are found") {
  // 0 into the variable, '5' into grid(3,0), 1 into the variable, '4' into grid(4,0), 0 again.
  const std::string steps = "009p\"5\"30p109p\"4\"40p009p@";
  BoardSession run("", with_board(steps));
  const auto board = make_board_task();
  run.seek(10);
  run.settle(*board);
  CHECK_FALSE(run.snapshot(*board).board->ready);
  run.seek(static_cast<Tick>(steps.size()) - 1);
  run.settle(*board);
  const ViewSnapshot set = run.snapshot(*board);
  CHECK(set.board->ready);
  CHECK(set.board->at({3, 0}).origin == Origin::given);
  CHECK(set.board->at({4, 0}).origin == Origin::given);
  run.seek(10);  // they are not set here, although they are known
  run.settle(*board);
  CHECK_FALSE(run.snapshot(*board).board->ready);
}

TEST_CASE("an interrupted search for the givens does not start over") {
  // Counts down from 9^6, in 13 ticks a round, before it stores 1 and 0.
  std::string source = with_board("009p99*:*9*9*>1-:#v_109p009p@");
  source.replace(73 + 13, 6, "^    <");
  BoardSession run("", source);
  const auto board = make_board_task();
  run.session().history().run(no_limit);
  run.seek(run.session().history().end());
  int rounds = 0;
  for (; run.is_urgent(*board) && rounds < 100; ++rounds) {
    run.monitor.polls_left = 1;
    run.work(*board);
  }
  CHECK(rounds > 1);
  CHECK(rounds < 100);
  CHECK(run.snapshot(*board).board->ready);
}

TEST_CASE("an interrupted search continues where it stopped") {
  BoardSession run(hard_puzzle);
  const auto board = make_board_task();
  run.seek(550'000);
  run.settle(*board);
  run.request.board_ticks = true;
  run.monitor.polls_left = 0;
  CHECK(run.work(*board) == BackgroundTask::Progress::unfinished);
  CHECK(run.session().machine().tick == 550'000);
  run.monitor.polls_left = PollLimit::unlimited;
  run.settle(*board);
  CHECK(count(*run.snapshot(*board).board, Origin::given) == 17);
}

TEST_CASE("a program without the regions has no board") {
  BoardSession run("", "1+>@");
  const auto board = make_board_task();
  run.settle(*board);
  CHECK_FALSE(run.snapshot(*board).board);
}
