#include "debugger_ui/session_thread/task_session.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "session/run_control/run_controller.h"

#include "sudoku/board/board_events.h"
#include "sudoku/support/scripted_board.h"

using fungescope::test::BoardScript;

namespace {

using Origin = BoardCell::Origin;

int count(const BoardView& view, Origin origin) {
  return static_cast<int>(
      std::count_if(view.cells.begin(), view.cells.end(),
                    [origin](const BoardCell& cell) { return cell.origin == origin; }));
}

struct BoardRun : TaskSession {
  explicit BoardRun(std::string input = hard_puzzle, std::string source = {})
      : TaskSession(make_board_task(), std::move(input), std::move(source)) {}
  [[nodiscard]] BoardView view() { return *board_view(snapshot()); }
  [[nodiscard]] BoardView view_at(Tick tick) { return *board_view(at(tick)); }
};

}  // namespace

TEST_CASE("a puzzle is parsed from the input as the program does") {
  const std::string cells = input_cells("x\n1.*0_ " + std::string(74, '.') + "9junk");
  CHECK(cells == "1" + std::string(79, ' ') + "9");
  CHECK(input_cells("ab\n").empty());
  CHECK(input_cells("12") == "12");
}

TEST_CASE_FIXTURE(BoardRun, "the board distinguishes givens, guesses and deductions, with ticks") {
  request.board_ticks = true;
  const BoardView shown = view_at(550'000);
  CHECK(shown.ready);
  CHECK(count(shown, Origin::given) == 17);
  int ticks = 0;
  for (const BoardCell& cell : shown.cells) {
    const bool came = cell.digit != 0 && cell.origin != Origin::given;
    CHECK(cell.set_at.has_value() == came);
    ticks += cell.set_at && *cell.set_at <= 550'000;
  }
  CHECK(ticks > 0);
  CHECK(count(shown, Origin::guessed) > 0);
  SUBCASE("elsewhere the givens are known, and the ticks are not") {
    seek(400'000);
    CHECK(count(view(), Origin::given) == 17);
    for (const BoardCell& cell : view().cells) CHECK_FALSE(cell.set_at);
  }
  SUBCASE("ticks are searched only on request") {
    request.board_ticks = false;
    for (const BoardCell& cell : view_at(400'000).cells) CHECK_FALSE(cell.set_at);
  }
}

TEST_CASE_FIXTURE(BoardRun, "the board is not ready before the program sets the givens") {
  for (const Tick tick : {0, 5'000, 40'000}) {
    const BoardView shown = view_at(tick);
    CHECK_FALSE(shown.ready);
    // The puzzle that will be solved.
    CHECK(shown.upcoming);
    CHECK(count(shown, Origin::given) == 17);
    CHECK(count(shown, Origin::blank) == 64);
  }
  CHECK(view_at(65'000).ready);
  CHECK(count(view(), Origin::given) == 17);
}

TEST_CASE_FIXTURE(BoardRun, "while the run plays, finding the givens is urgent, once") {
  playing = true;
  seek(5'000);  // pspace still has characters of the source
  CHECK_FALSE(is_urgent());
  seek(300'000);
  CHECK(is_urgent());
  CHECK_FALSE(view().ready);
  CHECK(work() == BackgroundTask::Progress::updated);
  CHECK_FALSE(is_urgent());
  CHECK(tick() == 300'000);
  CHECK(view().ready);
  CHECK(count(view(), Origin::given) == 17);
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
  BoardRun run("", script.source());
  CHECK(run.view_at(10).upcoming);
  CHECK(run.view_at(clear).upcoming);
  const BoardView set = run.view_at(script.tick());
  CHECK(set.at({3, 0}).origin == Origin::given);
  CHECK(set.at({4, 0}).origin == Origin::deduced);
  CHECK(set.at({5, 0}).origin == Origin::guessed);
  CHECK(set.at({5, 0}).depth == 1);
  for (const Tick tick : {Tick{10}, clear, script.tick()}) {
    CHECK(program_puzzle(run.at(tick)) == puzzles::grid_from_line(puzzle));
  }
  // Not yet searched for: nothing is claimed.
  run.task = make_board_task();
  CHECK_FALSE(run.view().ready);
  CHECK_FALSE(run.view().upcoming);
  CHECK_FALSE(program_puzzle(run.snapshot()));
}

TEST_CASE("an interrupted search for the givens does not start over") {
  BoardScript script;
  script.clear();
  script.set_level(0);
  for (int i = 0; i < 9000; ++i) script.set_level(i % 2);
  script.set_digit({0, 0}, 5, 0);
  BoardRun run("", script.source());
  run.session().history().run(no_limit);
  run.seek(run.session().history().end());
  int rounds = 0;
  for (; run.is_urgent() && rounds < 100; ++rounds) {
    run.monitor.polls_left = 1;
    run.work();
  }
  CHECK(rounds > 1);
  CHECK(rounds < 100);
  CHECK(run.view().ready);
}

TEST_CASE_FIXTURE(BoardRun, "an interrupted search continues where it stopped") {
  seek(550'000);
  settle();
  request.board_ticks = true;
  monitor.polls_left = 0;
  CHECK(work() == BackgroundTask::Progress::unfinished);
  CHECK(tick() == 550'000);
  monitor.polls_left = PollLimit::unlimited;
  settle();
  CHECK(count(view(), Origin::given) == 17);
}

TEST_CASE("a program without the regions has no board") {
  CHECK_FALSE(board_view(BoardRun("", "1+>@").at(0)));
}

TEST_CASE_FIXTURE(BoardRun, "an event that a fast run passes is still the first to be read") {
  const auto events = sudoku_snapshots().make_events();
  REQUIRE(events->begin(session()));
  RunController controller(session());
  const auto next = [&] {
    const RunGoal& goal = events->goal(nullptr);
    return controller.run(RunDirection::forward, {no_limit, &goal, nullptr}, nullptr, {});
  };
  seek(0);
  for (StopInfo stop = next();; stop = next()) {
    events->reach(stop.event, nullptr);
    ViewSnapshot shown;
    events->show(shown);
    if (shown.attachments.get<BoardEvent>()->kind == BoardEvent::Kind::deduced) break;
    CHECK_FALSE(events->take_rest());  // a given
  }
  // Only what is asked about counts.
  CHECK(events->take_rest());
  events->reach(next().event, nullptr);
  CHECK_FALSE(events->take_rest());
}
