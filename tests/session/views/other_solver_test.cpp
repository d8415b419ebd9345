// A correct solver that has sudoku.b93's memory map and another method: it tries digits in order,
// and its pspace holds which of them it has tried.
#include "session/debugged.h"
#include "session/views/board.h"
#include "session/views/board_events.h"
#include "support/files.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

const std::string easy_givens =
    "..3..16579.7345.21.51876493.48132976729..4.38.36798245.72689514814253.69.95.17382\n";
constexpr const char* easy_answer =
    "483921657\n967345821\n251876493\n548132976\n729564138\n136798245\n372689514\n814253769\n"
    "695417382\n";

struct OtherSolver {
  Debugged debugged{data("programs/backtracker_mapped.b93"),
                    InputLog(easy_givens, InputLog::End::closed)};
  Session& session = debugged.debugger.session();
  BoardMap map = find_board(session.symbols()).value();

  [[nodiscard]] BoardView view() {
    BoardGivens givens;
    REQUIRE(givens.search(session, map, nullptr));
    const Machine& machine = session.machine();
    return view_board(map, machine.field, givens.at(machine.tick, machine.field.size()), {});
  }
};

}  // namespace

TEST_CASE("a program claims the method of the reference solver") {
  const std::string regions =
      "#$region[0,0](9x9):ascii = grid\n#$region[9,0](27x27):ascii = pspace\n"
      "#$region[36,0](9x9):ascii = rlatter\n#$region[45,0](27x27):ascii = rstack\n";
  const auto map_with = [&](const std::string& line) {
    Debugged debugged(regions + line + std::string(30, '\n') + std::string(80, ' ') + '@');
    return find_board(debugged.debugger.session().symbols()).value();
  };
  CHECK_FALSE(map_with("").follows_reference);
  CHECK(map_with("#$method = tallies\n").follows_reference);
  CHECK(map_with("#$method=Tallies\n").follows_reference);
  CHECK_FALSE(map_with("#$method = trying digits in order\n").follows_reference);
}

TEST_CASE("another author's solver is shown without conflicts, from start to end") {
  OtherSolver solver;
  CHECK_FALSE(solver.map.follows_reference);
  // Every change of the grid, and some instants between them.
  BoardEventGoal goal(solver.session, solver.map);
  RunController run(solver.session);
  int given = 0;
  int guessed = 0;
  int undone = 0;
  for (Tick until = 0;;) {
    const StopInfo stop =
        run.run(RunDirection::forward, {until += 997, &goal.goal()}, nullptr, nullptr);
    const BoardView view = solver.view();
    CAPTURE(to_text(view));
    CHECK_FALSE(find_conflict(view));
    CHECK(to_text(view).find('!') == std::string::npos);
    if (solver.session.machine().status == Status::ended) break;
    if (!stop.event.is(TrapEvent::write)) continue;
    const auto event = goal.describe(stop.event, nullptr);
    REQUIRE(event);
    CHECK(event->reason.empty());
    given += static_cast<int>(event->kind == BoardEvent::Kind::given);
    guessed += static_cast<int>(event->kind == BoardEvent::Kind::guessed);
    undone += static_cast<int>(event->kind == BoardEvent::Kind::undone);
  }
  CHECK(given == 65);
  CHECK(guessed > 15);
  CHECK(undone > 0);
  CHECK(solver.debugged("printed").output == easy_answer);
  CHECK(solver.debugged("board").text.find("65 given, 0 deduced, 16 guessed, 0 blank") !=
        std::string::npos);
  CHECK(solver.debugged("board 1,0").text.find("guess b") != std::string::npos);
}

TEST_CASE("a blank cell without candidates is a contradiction only for the claimed method") {
  OtherSolver solver;
  solver.debugged("until grid(0,0) == '4'");
  for (int i = 0; i < 9; ++i) {
    solver.debugged("set pspace(" + std::to_string(3 + i % 3) + "," + std::to_string(i / 3) +
                    ") = 'X'");
  }
  BoardView view = solver.view();
  REQUIRE(view.at({1, 0}).candidates == 0);
  CHECK_FALSE(view.at({1, 0}).stuck);
  CHECK(describe(view, {1, 0}) == "grid(1,0) is blank, with every digit ruled out");
  solver.map.follows_reference = true;
  view = solver.view();
  CHECK(view.at({1, 0}).stuck);
  CHECK(find_conflict(view));
}

TEST_CASE("two equal digits in a unit are a conflict whatever the method is") {
  OtherSolver solver;
  solver.debugged("until grid(0,0) == '4'");
  CHECK_FALSE(find_conflict(solver.view()));
  solver.debugged("set grid(1,0) = '3'");
  const auto conflict = find_conflict(solver.view());
  REQUIRE(conflict);
  CHECK(conflict->text == "more than one 3 in row 0");
  CHECK(conflict->cells.count() == 2);
  CHECK(conflict->cells[1]);
  CHECK(conflict->cells[2]);
}
