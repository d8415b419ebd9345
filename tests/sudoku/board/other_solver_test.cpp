// A correct solver that has sudoku.b93's memory map and another method: it tries digits in order,
// and its pspace holds which of them it has tried.
#include "base/text_table.h"
#include "session/debugged.h"

#include "sudoku/board/board.h"
#include "sudoku/board/board_events.h"
#include "sudoku/support/scripted_board.h"

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
    return view_board(map, cells_of(machine.field), givens.at(map, machine));
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
    const auto event = goal.describe(stop.event, nullptr).value();
    CHECK(event.reason.empty());
    given += static_cast<int>(event.kind == BoardEvent::Kind::given);
    guessed += static_cast<int>(event.kind == BoardEvent::Kind::guessed);
    undone += static_cast<int>(event.kind == BoardEvent::Kind::undone);
  }
  CHECK(given == 0);  // they are set before recursionLevel is
  CHECK(guessed > 15);
  CHECK(undone > 0);
  CHECK(solver.debugged("printed").output == easy_answer);
  CHECK(contains(solver.debugged("board").text, "65 given, 0 deduced, 16 guessed, 0 blank"));
  CHECK(contains(solver.debugged("board r1c2").text, "guess b"));
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
  CHECK(describe(view, {1, 0}) == "r1c2 is blank, with every digit ruled out");
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
  const auto conflict = find_conflict(solver.view()).value();
  CHECK(conflict.text == "more than one 3 in row 1");
  CHECK(conflict.cells.count() == 2);
  CHECK(conflict.cells[1]);
  CHECK(conflict.cells[2]);
}

TEST_CASE("the first level is the one at which the first digit is set") {
  BoardScript script;
  script.set_level(0);
  script.clear();
  script.set_level(1);
  script.set_digit({0, 0}, 5, 1);
  script.set_digit({1, 0}, 6, 1);
  Debugged debugged(script.source());
  debugged("goto " + std::to_string(script.tick()));
  CHECK(!contains(debugged("board r1c2").text, "guess"));
  CHECK(contains(debugged("board").text, "1 given, 1 deduced, 0 guessed"));
}

TEST_CASE("a board by the classic conventions follows from the regions and recursionLevel alone") {
  // The puzzle is drawn and nothing is read; the first level is 1, at which givens are stored too;
  // a digit rules out its own place; marks are stored again; returnAddr has other values.
  const std::string puzzle = "5" + std::string(79, ' ') + "9";
  BoardScript script(puzzle);
  script.clear();
  script.set_level(1);
  script.store(BoardScript::return_address, 2);
  script.set_digit({0, 0}, 5, 1);
  script.set_guess({0, 0}, 1);
  script.set_digit({8, 8}, 9, 1);
  for (const int v : {1, 2, 3, 4}) script.mark({1, 0}, v, 'X', 1);
  script.store(BoardScript::return_address, 0);
  script.set_digit({1, 0}, 6, 1);
  const Tick deduced = script.tick();
  script.set_level(2);
  script.set_guess({2, 0}, 2);
  script.set_digit({2, 0}, 7, 2);
  script.store(BoardScript::return_address, 1);
  script.set_digit({3, 0}, 8, 2);
  for (const int v : {1, 2, 3, 4}) script.mark({1, 0}, v, 'X', 1);
  const Tick guessed = script.tick();
  const Tick undone = script.tick() + 10;  // after the store of the digit
  script.set_digit({2, 0}, 0, 2);          // the guess first
  script.set_digit({3, 0}, 0, 2);
  script.set_level(1);
  script.set_guess({2, 0}, 0);
  script.set_level(2);
  script.set_guess({2, 0}, 2);
  script.set_digit({2, 0}, 8, 2);

  Debugged debugged(script.source());
  Session& session = debugged.debugger.session();
  std::vector<std::string> events;
  for_each_event(session, no_limit, [&](const BoardEvent& event) {
    events.push_back(to_text(event));
    CHECK(debugged("board").data["event"]["text"] == events.back());
  });
  const std::vector<std::string> expected{"given: 5 in r1c1",   "given: 9 in r9c9", "6 in r1c2",
                                          "a: guess 7 in r1c3", "a: 8 in r1c4",     "undo a",
                                          "a: guess 8 in r1c3"};
  CHECK(events == expected);

  const auto summary = [&](Tick tick) {
    debugged("goto " + std::to_string(tick));
    const std::string text = debugged("board").text;
    const std::size_t at = text.rfind("+\n     ") + 7;
    return text.substr(at, text.find('\n', at) - at);
  };
  CHECK(summary(5) == "the puzzle to be solved: 2 given, 79 blank; the program is not solving yet");
  CHECK(summary(deduced) == "2 given, 1 deduced, 0 guessed, 78 blank");
  const std::string why = debugged("why r1c2").text;
  CHECK(summary(script.tick()) == "2 given, 1 deduced, 1 guessed, 77 blank");
  CHECK(summary(guessed) == "2 given, 2 deduced, 1 guessed, 76 blank");
  CHECK(debugged("why r1c1").text.starts_with("r1c1 is 5: given, tick "));
  CHECK(
      debugged("why r1c3").text.starts_with("r1c3 is 7: guess a of 1, 2, 3, 4, 5, 6, 7, 8 and 9"));
  // It does not mark the digit that was guessed before, and says so by rlatter alone.
  debugged("goto " + std::to_string(script.tick()));
  const std::string second = debugged("why r1c3").text;
  CHECK(second.starts_with("r1c3 is 8: guess a of 1, 2, 3, 4, 5, 6, 7, 8 and 9"));
  CHECK(contains(second, "\n  not 7: r1c3 is not 7: tried as guess a at tick "));
  CHECK(contains(second, ", undone at tick " + with_separators(undone) + "\n"));
  CHECK(!contains(second, "not 8"));
  debugged("goto " + std::to_string(guessed));
  CHECK(debugged("why r1c4").text.starts_with("r1c4 is 8: deduced, tick "));
  // A candidate was ruled out when it was marked first.
  CHECK(debugged("why r1c2").text == why);
}

TEST_CASE("nothing is given once a given was taken back, or the level is below the first one") {
  const std::string puzzle = "5" + std::string(79, ' ') + "9";
  BoardScript script(puzzle);
  script.clear();
  script.set_level(1);
  script.set_digit({0, 0}, 5, 1);
  script.set_digit({8, 8}, 9, 1);
  script.set_digit({1, 0}, 6, 1);
  const Tick searching = script.tick();
  script.set_digit({8, 8}, 0, 1);
  const Tick taken_back = script.tick();
  script.set_digit({0, 0}, 0, 1);
  script.set_level(0);
  script.set_guess({0, 0}, 1);
  script.set_level(1);
  script.set_digit({0, 0}, 5, 1);
  Debugged debugged(script.source());
  const auto at = [&](Tick tick, const std::string& command) {
    debugged("goto " + std::to_string(tick));
    return debugged(command).text;
  };
  CHECK(contains(at(searching, "board"), "2 given, 1 deduced"));
  for (const Tick tick : {taken_back, script.tick()}) {
    const std::string board = at(tick, "board");
    CAPTURE(board);
    CHECK(contains(board,
                   "of unknown origin: the program has taken back a given, so what is given is "
                   "not known\n"));
    CHECK(!contains(board, "[5]"));
    CHECK(board.ends_with("is not known\n"));  // nor is there a last event
    CHECK(!contains(at(tick, "board r1c1"), "is 5, given"));
    CHECK(contains(debugged.error("why r1c1"), "taken back a given"));
  }
}

TEST_CASE("each guess that is undone is an event, however many follow each other") {
  BoardScript script;
  script.clear();
  script.set_level(1);
  script.set_digit({8, 8}, 9, 1);
  for (int guess = 1; guess <= 3; ++guess) {
    script.set_level(1 + guess);
    script.set_guess({guess, 0}, 1 + guess);
    script.set_digit({guess, 0}, guess, 1 + guess);
    script.set_digit({guess, 1}, guess + 3, 1 + guess);
  }
  std::vector<Tick> undone;
  for (int guess = 3; guess >= 2; --guess) {
    script.set_digit({guess, 0}, 0, 1 + guess);
    script.set_digit({guess, 1}, 0, 1 + guess);
    undone.push_back(script.tick());
    script.set_level(guess);
    script.set_guess({guess, 0}, 0);
  }
  Debugged debugged(script.source());
  for (const Tick tick : undone) {
    debugged("goto " + std::to_string(tick));
    CHECK(debugged("board").data["event"]["text"] == (tick == undone[0] ? "undo c" : "undo b"));
  }
  debugged("goto start");
  Session& session = debugged.debugger.session();
  std::vector<std::string> undos;
  for_each_event(session, no_limit, [&](const BoardEvent& event) {
    if (event.kind == BoardEvent::Kind::undone) undos.push_back(to_text(event));
  });
  CHECK(undos == std::vector<std::string>{"undo c", "undo b"});
}

TEST_CASE("a digit that the user has set is neither given, deduced nor guessed") {
  const std::string puzzle = "5" + std::string(80, ' ');
  BoardScript script(puzzle);
  script.clear();
  script.set_level(1);
  script.set_digit({0, 0}, 5, 1);
  script.set_digit({1, 0}, 6, 1);
  Debugged debugged(script.source());
  debugged("goto " + std::to_string(script.tick()));
  debugged.run({"set grid(0,0) = '8'", "set grid(4,4) = '2'"});
  CHECK(debugged("board r1c1").text == "r1c1 is 8, set by an edit\n");
  CHECK(debugged("board r5c5").text == "r5c5 is 2, set by an edit\n");
  CHECK(debugged("board r1c2").text.starts_with("r1c2 is 6, deduced, at tick "));
  CHECK(contains(debugged("board").text, "0 given, 1 deduced, 0 guessed"));
  debugged("set recursionLevel = 3");
  CHECK(contains(debugged("board").text, "an edit has changed the levels of the guesses"));
}

TEST_CASE("a puzzle that the user writes into the grid before the program begins is given") {
  const std::string puzzle = "5" + std::string(80, ' ');
  BoardScript script(puzzle);
  script.clear();
  script.set_level(1);
  script.set_digit({0, 0}, 5, 1);
  script.set_digit({1, 0}, 6, 1);
  Debugged debugged(script.source());
  debugged("set grid(4,4) = '2'");
  debugged("goto " + std::to_string(script.tick()));
  CHECK(debugged("board r5c5").text.starts_with("r5c5 is 2, given"));
  CHECK(contains(debugged("board").text, "2 given, 1 deduced, 0 guessed"));
}

TEST_CASE("nothing is claimed of a program that rules digits out and never cleared its regions") {
  // rlatter is where the program keeps the givens: it has digits from the start.
  std::string source = data("programs/backtracker_mapped.b93");
  const auto rename = [&source](const std::string& from, const std::string& to) {
    const std::size_t at = source.find(" = " + from + '\n');
    REQUIRE(at != std::string::npos);
    source.replace(at + 3, from.size(), to);
  };
  rename("rlatter", "unused");
  rename("givens", "rlatter");
  Debugged debugged(source, InputLog(easy_givens, InputLog::End::closed));
  Session& session = debugged.debugger.session();
  const BoardMap map = find_board(session.symbols()).value();
  const auto phase = [&] {
    BoardGivens givens;
    REQUIRE(givens.search(session, map, nullptr));
    return givens.at(map, session.machine()).kind;
  };
  CHECK(phase() == BoardPhase::Kind::before);
  CHECK(contains(debugged.debugger.submit("board")->text, "the puzzle to be solved"));
  REQUIRE(debugged.debugger.submit("c"));
  CHECK(phase() == BoardPhase::Kind::uncleared);
  const std::string text = debugged.debugger.submit("board")->text;
  CHECK(!contains(text, "the puzzle to be solved"));
  CHECK(contains(text, "has not cleared pspace, rlatter and rstack"));
}
