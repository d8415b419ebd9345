// The command `why r5c3` where a transcript cannot show it.
#include "session/debugged.h"
#include "session/why/why_text.h"

#include "sudoku/board/board_why.h"
#include "sudoku/board/board_why_text.h"
#include "sudoku/solving/program_host.h"

namespace {

Debugged solver_of(const std::string& digits) {
  return Debugged(std::string(puzzles::embedded_solver()),
                  InputLog(digits + '\n', InputLog::End::closed));
}

const std::string hard =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

}  // namespace

TEST_CASE("an answer about the board is kept for front ends") {
  Debugged debugged = solver_of(hard);
  debugged.run({"goto 400000", "why r7c3 --depth 1"});
  const auto last = debugged.debugger.last_answer();
  REQUIRE(last);
  CHECK(to_line(last->question) == "why r7c3 --depth 1");
  const auto answer = last->attachments.get<BoardWhy>();
  REQUIRE(answer);
  CHECK(answer->facts.size() == 9);
  REQUIRE(last->tree.lines.size() == 9);
  CHECK(last->tree.lines[0].tick == 232'761);
  CHECK(last->tree.lines[0].cell == Point{11, 7});
  CHECK(last->tree.lines[2].text.substr(0, last->tree.lines[2].value_end) == "not 2: r7c1 is 2");
  CHECK(last->tree.lines[2].level == 1);
  debugged("why grid(2,6)");
  CHECK_FALSE(debugged.debugger.last_answer()->attachments.get<BoardWhy>());
}

TEST_CASE("why tells of a blank cell what is ruled out there, and by which undone guess") {
  Debugged debugged = solver_of(hard);
  debugged.run({"goto 500000", "change grid(0,2)", "back change grid(0,2)"});
  Session& session = debugged.debugger.session();
  const BoardMap map = find_board(session.symbols()).value();
  std::string refuted;
  for (std::int64_t i = 81; i-- > 0 && refuted.empty();) {
    const auto answer = why_on_board(session, map, {i % 9, i / 9}, {1}, nullptr).value();
    for (const BoardFact& fact : answer.facts) {
      if (fact.kind == BoardFact::Kind::refuted) {
        refuted = "why r" + std::to_string(i / 9 + 1) + "c" + std::to_string(i % 9 + 1);
      }
    }
  }
  REQUIRE_FALSE(refuted.empty());
  const Response response = debugged(refuted);
  CAPTURE(response.text);
  CHECK(contains(response.text, ": tried as guess "));
  CHECK(contains(response.text, ", undone at tick "));
  CHECK(contains(response.text, " left for "));
  CHECK(contains(response.text, "refuted guess"));
}

TEST_CASE("another method than the reference solver's has its marks, but not always a reason") {
  const std::string givens =
      "..3..16579.7345.21.51876493.48132976729..4.38.36798245.72689514814253.69.95.17382\n";
  Debugged debugged(data("programs/backtracker_mapped.b93"),
                    InputLog(givens, InputLog::End::closed));
  debugged.run({"goto 400000", "back change grid(1,0)"});
  const Response board = debugged("board");
  int refuted = 0;
  for (int cell = 0; cell < 81; ++cell) {
    const Response response = debugged("why r" + std::to_string(cell / 9 + 1) + "c" +
                                       std::to_string(cell % 9 + 1) + " --all");
    CAPTURE(response.text);
    const Json& root = response.data["facts"][0];
    CHECK(root["digit"] == board.data["cells"][cell]["digit"]);
    CHECK(root["kind"] == board.data["cells"][cell]["origin"]);
    // Of a guess that was undone it is not known why.
    CHECK(!contains(response.text, " was left for "));
    for (const Json& fact : response.data["facts"]) {
      if (fact["kind"] != "refuted") continue;
      ++refuted;
      CHECK(root["kind"] == "guessed");
      CHECK(fact["contradicted_at"].is_null());
      CHECK(fact["guessed_at"] < fact["tick"]);
    }
  }
  CHECK(refuted > 0);
}

TEST_CASE("an interrupted question about the board fails") {
  Debugged debugged = solver_of(hard);
  debugged("goto 400000");
  debugged.poll_limit.polls_left = 0;
  CHECK(contains(debugged.error("why r9c2"), "interrupted"));
  CHECK(debugged.tick() == 400'000);
}

TEST_CASE("the names of a board's cells") {
  CHECK_FALSE(parse_board_cell("r0c1"));
  CHECK_FALSE(parse_board_cell("r1c"));
  CHECK_FALSE(parse_board_cell("r1c1x"));
  CHECK_FALSE(parse_board_cell("c1r1"));
  CHECK(parse_board_cell("r10c27") == Point{26, 9});
}
