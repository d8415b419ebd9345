#include "debugger_ui/session_thread/board_session.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "session/run_control/run_controller.h"

#include "sudoku/board/board_events.h"
#include "sudoku/support/scripted_board.h"

using fungescope::test::BoardScript;

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
  REQUIRE(board_view(snapshot));
  CHECK(board_view(snapshot)->ready);
  CHECK(count(*board_view(snapshot), Origin::given) == 17);
  int ticks = 0;
  for (const BoardCell& cell : board_view(snapshot)->cells) {
    const bool came = cell.digit != 0 && cell.origin != Origin::given;
    CHECK(cell.set_at.has_value() == came);
    ticks += cell.set_at && *cell.set_at <= 550'000;
  }
  CHECK(ticks > 0);
  CHECK(count(*board_view(snapshot), Origin::guessed) > 0);

  SUBCASE("elsewhere the givens are known, and the ticks are not") {
    run.seek(400'000);
    const ViewSnapshot other = run.snapshot(*board);
    REQUIRE(board_view(other));
    CHECK(count(*board_view(other), Origin::given) == 17);
    for (const BoardCell& cell : board_view(other)->cells) CHECK_FALSE(cell.set_at);
  }
  SUBCASE("ticks are searched only on request") {
    run.request.board_ticks = false;
    run.seek(400'000);
    run.settle(*board);
    const ViewSnapshot other = run.snapshot(*board);
    for (const BoardCell& cell : board_view(other)->cells) CHECK_FALSE(cell.set_at);
  }
}

TEST_CASE("the board is not ready before the program sets the givens") {
  BoardSession run(hard_puzzle);
  const auto board = make_board_task();
  for (const Tick tick : {0, 5'000, 40'000}) {
    run.seek(tick);
    run.settle(*board);
    const ViewSnapshot snapshot = run.snapshot(*board);
    CHECK_FALSE(board_view(snapshot)->ready);
    // The puzzle that will be solved.
    CHECK(board_view(snapshot)->upcoming);
    CHECK(count(*board_view(snapshot), Origin::given) == 17);
    CHECK(count(*board_view(snapshot), Origin::blank) == 64);
  }
  run.seek(65'000);
  run.settle(*board);
  CHECK(board_view(run.snapshot(*board))->ready);
  CHECK(count(*board_view(run.snapshot(*board)), Origin::given) == 17);
}

TEST_CASE("while the run plays, finding the givens is urgent, once") {
  BoardSession run(hard_puzzle);
  const auto board = make_board_task();
  run.playing = true;
  run.seek(5'000);  // pspace still has characters of the source
  CHECK_FALSE(run.is_urgent(*board));
  run.seek(300'000);
  CHECK(run.is_urgent(*board));
  CHECK_FALSE(board_view(run.snapshot(*board))->ready);
  CHECK(run.work(*board) == BackgroundTask::Progress::updated);
  CHECK_FALSE(run.is_urgent(*board));
  CHECK(run.session().machine().tick == 300'000);
  CHECK(board_view(run.snapshot(*board))->ready);
  CHECK(count(*board_view(run.snapshot(*board)), Origin::given) == 17);
}

TEST_CASE("a program that reads nothing has the puzzle in its grid, whatever returnAddr is") {
  std::string puzzle(81, ' ');
  puzzle[3] = '5';
  BoardScript script(puzzle);
  script.clear();
  script.set_level(1);
  const Tick clear = script.tick();
  script.store(BoardScript::return_address, 2);
  script.set_digit({3, 0}, 5, 1);
  script.store(BoardScript::return_address, 1);
  script.set_digit({4, 0}, 4, 1);
  script.set_level(2);
  script.set_guess({5, 0}, 2);
  script.set_digit({5, 0}, 6, 2);
  BoardSession run("", script.source());
  const auto board = make_board_task();
  const auto shown = [&](Tick tick) {
    run.seek(tick);
    run.settle(*board);
    return run.snapshot(*board);
  };
  CHECK(board_view(shown(10))->upcoming);
  CHECK(board_view(shown(clear))->upcoming);
  const ViewSnapshot set = shown(script.tick());
  CHECK(board_view(set)->at({3, 0}).origin == Origin::given);
  CHECK(board_view(set)->at({4, 0}).origin == Origin::deduced);
  CHECK(board_view(set)->at({5, 0}).origin == Origin::guessed);
  CHECK(board_view(set)->at({5, 0}).depth == 1);
  for (const Tick tick : {Tick{10}, clear, script.tick()}) {
    CHECK(program_puzzle(shown(tick)) == puzzles::grid_from_line(puzzle));
  }
  // Not yet searched for: nothing is claimed.
  const auto other = make_board_task();
  CHECK_FALSE(board_view(run.snapshot(*other))->ready);
  CHECK_FALSE(board_view(run.snapshot(*other))->upcoming);
  CHECK_FALSE(program_puzzle(run.snapshot(*other)));
}

TEST_CASE("an interrupted search for the givens does not start over") {
  BoardScript script;
  script.clear();
  script.set_level(0);
  for (int i = 0; i < 9000; ++i) script.set_level(i % 2);
  script.set_digit({0, 0}, 5, 0);
  BoardSession run("", script.source());
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
  CHECK(board_view(run.snapshot(*board))->ready);
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
  CHECK(count(*board_view(run.snapshot(*board)), Origin::given) == 17);
}

TEST_CASE("a program without the regions has no board") {
  BoardSession run("", "1+>@");
  const auto board = make_board_task();
  run.settle(*board);
  CHECK_FALSE(board_view(run.snapshot(*board)));
}

TEST_CASE("an event that a fast run shows in passing is still the first to be read") {
  BoardSession run(hard_puzzle);
  Session& session = run.session();
  const auto events = sudoku_snapshots().make_events();
  REQUIRE(events->begin(session));
  RunController controller(session);
  const auto next = [&] {
    const RunGoal& goal = events->goal(nullptr);
    return controller.run(RunDirection::forward, {no_limit, &goal, nullptr}, nullptr, {});
  };
  run.seek(0);
  for (StopInfo stop = next();; stop = next()) {
    events->reach(stop.event, nullptr);
    ViewSnapshot snapshot;
    events->show(snapshot);
    if (snapshot.attachments.get<BoardEvent>()->kind == BoardEvent::Kind::deduced) break;
    CHECK_FALSE(events->take_rest());  // a given
  }
  // Only what is asked about counts.
  CHECK(events->take_rest());
  events->reach(next().event, nullptr);
  CHECK_FALSE(events->take_rest());
}
