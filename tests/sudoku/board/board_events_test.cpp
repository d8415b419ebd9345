#include "sudoku/board/board_events.h"

#include "session/debugged.h"

#include "sudoku/solving/program_host.h"
#include "sudoku/support/scripted_board.h"

namespace {

// A puzzle with a few guesses that turn out wrong.
const std::string hard_puzzle =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";

struct Solver {
  Debugged debugged{std::string(puzzles::embedded_solver()),
                    InputLog(hard_puzzle, InputLog::End::closed)};
  Session& session = debugged.debugger.session();
  BoardMap map = find_board(session.symbols()).value();

  // All events of the run up to a tick.
  std::vector<BoardEvent> play(Tick until) {
    std::vector<BoardEvent> events;
    for_each_event(session, until, [&](const BoardEvent& event) {
      CHECK(event.tick == session.machine().tick);
      events.push_back(event);
    });
    return events;
  }
};

}  // namespace

TEST_CASE("a solve is told event by event") {
  Solver solver;
  const std::vector<BoardEvent> events = solver.play(no_limit);
  std::vector<std::string> texts;
  for (const BoardEvent& event : events) texts.push_back(to_text(event));
  REQUIRE(texts.size() > 100);
  for (int i = 0; i < 17; ++i) CHECK(texts[static_cast<std::size_t>(i)].starts_with("given: "));
  CHECK(texts[0] == "given: 4 in r1c1");
  CHECK(events[17].kind != BoardEvent::Kind::given);
  int guesses = 0;
  int undone = 0;
  std::int64_t depth = 0;
  for (std::size_t i = 17; i < events.size(); ++i) {
    const BoardEvent& event = events[i];
    CAPTURE(texts[i]);
    if (event.kind == BoardEvent::Kind::guessed) {
      ++guesses;
      CHECK(event.depth == ++depth);
      CHECK(texts[i].ends_with(", it has the fewest candidates"));
    } else if (event.kind == BoardEvent::Kind::undone) {
      ++undone;
      CHECK(event.depth == depth--);
      CHECK_FALSE(event.reason.empty());
    } else {
      CHECK(event.kind == BoardEvent::Kind::deduced);
      CHECK(event.depth <= depth);
      CHECK_FALSE(event.reason.empty());
    }
  }
  CHECK(guesses > 10);
  CHECK(undone > 5);
  CHECK(guesses - undone == depth);
}

TEST_CASE("the last event of an instant is the one that a run met last") {
  Solver solver;
  const std::vector<BoardEvent> events = solver.play(450'000);
  std::size_t next = 0;
  for (Tick tick = 0; tick < 450'000; tick += 9973) {
    while (next < events.size() && events[next].tick <= tick) ++next;
    solver.session.history().seek(tick);
    BoardGivens givens;
    REQUIRE(givens.search(solver.session, solver.map, nullptr));
    const auto last = last_board_event(solver.session, solver.map, givens, nullptr).value();
    CAPTURE(tick);
    CHECK(last.has_value() == (next > 0));
    if (last) CHECK(to_text(*last) == to_text(events[next - 1]));
    if (last) CHECK(last->tick == events[next - 1].tick);
    CHECK(solver.session.machine().tick == tick);
  }
  CHECK(next > 50);
}

TEST_CASE("the command tells the last event") {
  Solver solver;
  const std::vector<BoardEvent> events = solver.play(300'000);
  const Response board = solver.debugged("board");
  CHECK(board.text.ends_with("     " + to_text(events.back()) + "\n"));
  CHECK(board.data["event"]["text"] == to_text(events.back()));
  CHECK(board.data["event"]["tick"] == events.back().tick);
  solver.debugged("goto 5000");
  CHECK_FALSE(solver.debugged("board").data.contains("event"));
}

TEST_CASE("an interrupted question for the last event fails") {
  Solver solver;
  solver.session.history().seek(300'000);
  PollLimit limit;
  limit.polls_left = 0;
  BoardGivens givens;
  REQUIRE(givens.search(solver.session, solver.map, nullptr));
  CHECK_FALSE(last_board_event(solver.session, solver.map, givens, &limit));
  CHECK(solver.session.machine().tick == 300'000);
}

TEST_CASE("the reason of an undo is found far after the last checkpoint") {
  SessionOptions options;
  options.history.first_interval = Tick{1} << 40U;
  const std::string impossible =
      ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........\n";
  Debugged debugged{std::string(puzzles::embedded_solver()),
                    InputLog(impossible, InputLog::End::closed), options};
  Session& session = debugged.debugger.session();
  const BoardMap map = find_board(session.symbols()).value();
  session.history().seek(25'000'000);
  BoardEventGoal goal(session, map);
  RunController run(session);
  int undone = 0;
  while (undone < 2) {
    const StopInfo stop =
        run.run(RunDirection::forward, {no_limit, &goal.goal()}, nullptr, nullptr);
    REQUIRE(stop.event.is(TrapEvent::write));
    const Tick tick = session.machine().tick;
    const auto event = goal.describe(stop.event, nullptr).value();
    CHECK(session.machine().tick == tick);
    if (event.kind != BoardEvent::Kind::undone) continue;
    ++undone;
    CAPTURE(event.reason);
    CHECK((event.reason.starts_with("no place for ") || event.reason.starts_with("nothing is")));
    BoardGivens givens;
    REQUIRE(givens.search(session, map, nullptr));
    const auto last = last_board_event(session, map, givens, nullptr).value();
    REQUIRE(last);
    CHECK(to_text(*last) == to_text(event));
  }
}
