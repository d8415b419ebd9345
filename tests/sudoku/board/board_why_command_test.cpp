// The command `why r5c3`: its words, its JSON, and its errors.
#include "session/debugged.h"
#include "session/why/why_text.h"
#include "support/files.h"

#include "sudoku/board/board_why.h"
#include "sudoku/solving/program_host.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

Debugged solver_of(const std::string& digits) {
  return Debugged(std::string(puzzles::embedded_solver()),
                  InputLog(digits + '\n', InputLog::End::closed));
}

const std::string hard =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

std::vector<std::string> kinds_in(const Response& response) {
  std::vector<std::string> kinds;
  for (const Json& fact : response.data["facts"]) {
    kinds.push_back(fact["kind"].get<std::string>() + " " + fact["name"].get<std::string>());
  }
  return kinds;
}
using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("why names what ruled out the other digits of a cell") {
  Debugged debugged = solver_of(hard);
  debugged("goto 400000");
  const Response response = debugged("why r7c3 --depth 1");
  CHECK(response.text ==
        "r7c3 is 9: the only digit left for the cell since tick 230,933, set at tick 232,761\n"
        "  not 1: r9c1 is 1: given, input byte 72, tick 190,757\n"
        "  not 2: r7c1 is 2: guess b of 2 and 9, after r7c2 = 8, tick 230,187; it still stands\n"
        "  not 3: r7c6 is 3: given, input byte 59, tick 158,963\n"
        "  not 4: r9c3 is 4: given, input byte 74, tick 198,488\n"
        "  not 5: r8c1 is 5: given, input byte 63, tick 175,064\n"
        "  not 6: r7c4 is 6: given, input byte 57, tick 150,711\n"
        "  not 7: r7c8 is 7: given, input byte 61, tick 167,256\n"
        "  not 8: r7c2 is 8: guess a of 8 and 9, tick 223,203; it still stands\n"
        "6 givens, 2 guesses, 0 deductions; 1 deep\n"
        "input: byte 57, byte 59, byte 61, byte 63, byte 72, byte 74\n");
  CHECK(kinds_in(response) == Kinds{"deduced r7c3", "given r9c1", "guessed r7c1", "given r7c6",
                                    "given r9c3", "given r8c1", "given r7c4", "given r7c8",
                                    "guessed r7c2"});
  CHECK(response.data["board"] == Json({{"name", "r7c3"}, {"x", 2}, {"y", 6}}));
  const Json& root = response.data["facts"][0];
  CHECK(root["unit"] == "cell");
  CHECK(root["since"] == 230'933);
  CHECK(root["exclusions"][1]["because"] == 2);
  CHECK(root["exclusions"][1]["digit"] == 2);
  CHECK(response.data["facts"][2]["possible"] == Json({2, 9}));
  CHECK(response.data["summary"]["givens"] == 6);
  CHECK(debugged.tick() == 400'000);
}

TEST_CASE("why names what ruled out a digit in the other cells of a unit, and shared facts once") {
  Debugged debugged = solver_of(hard);
  debugged("goto 400000");
  const std::string text = debugged("why R9C2").text;
  CHECK(text ==
        "r9c2 is 7: the only cell left for 7 in box 7 since tick 255,307, set at tick 255,792\n"
        "  not in r7c1, r7c2 and r7c3: r7c8 is 7: given, input byte 61, tick 167,256\n"
        "  not in r8c1: #2 r8c1 is 5: given, input byte 63, tick 175,064\n"
        "  not in r8c2: r8c2 is 6: guess d of 6 and 7, after r7c5 = 4, tick 252,980; it still "
        "stands\n"
        "  not in r8c3: r8c3 is 3: the only cell left for 3 in box 7 since tick 204,078, set at "
        "tick 205,484\n"
        "    not in r7c1 and r7c3: r7c6 is 3: given, input byte 59, tick 158,963\n"
        "    not in r7c2, r8c2 and r9c2: r2c2 is 3: given, input byte 10, tick 86,389\n"
        "    not in r8c1: r8c1 is 5: #2\n"
        "    not in r9c1: #7 r9c1 is 1: given, input byte 72, tick 190,757\n"
        "    not in r9c3: #8 r9c3 is 4: given, input byte 74, tick 198,488\n"
        "  not in r9c1: r9c1 is 1: #7\n"
        "  not in r9c3: r9c3 is 4: #8\n"
        "6 givens, 1 guess, 1 deduction; 2 deep\n"
        "input: byte 10, byte 59, byte 61, byte 63, byte 72, byte 74\n");
  const std::string cut = debugged("why r9c2 --depth 1").text;
  CHECK(cut.find("r8c3 is 3: deduced, tick 205,484 ...\n") != std::string::npos);
  CHECK(cut.ends_with("1 digit ends in ...; --depth N or --all goes deeper\n"));
  CHECK(debugged("why r9c2 --all").text == text);
  CHECK(debugged("why r9c2 --depth 0").data["facts"].size() == 1);
}

TEST_CASE("why --to input leaves out of the reasons what rests on guesses alone") {
  Debugged debugged = solver_of(hard);
  debugged("goto 400000");
  const Response response = debugged("why r7c3 --to input");
  CHECK(kinds_in(response) == Kinds{"deduced r7c3", "given r9c1", "given r7c6", "given r9c3",
                                    "given r8c1", "given r7c4", "given r7c8"});
}

TEST_CASE("an answer about the board is kept for front ends") {
  Debugged debugged = solver_of(hard);
  debugged("goto 400000");
  debugged("why r7c3 --depth 1");
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
  debugged("goto 500000");
  debugged("change grid(0,2)");
  debugged("back change grid(0,2)");
  Session& session = debugged.debugger.session();
  const BoardMap map = find_board(session.symbols()).value();
  std::string refuted;
  for (std::int64_t i = 81; i-- > 0 && refuted.empty();) {
    const auto answer = why_on_board(session, map, {i % 9, i / 9}, {1}, nullptr);
    REQUIRE(answer);
    for (const BoardFact& fact : answer->facts) {
      if (fact.kind == BoardFact::Kind::refuted) {
        refuted = "why r" + std::to_string(i / 9 + 1) + "c" + std::to_string(i % 9 + 1);
      }
    }
  }
  REQUIRE_FALSE(refuted.empty());
  const Response response = debugged(refuted);
  CAPTURE(response.text);
  CHECK(response.text.find(": tried as guess ") != std::string::npos);
  CHECK(response.text.find(", undone at tick ") != std::string::npos);
  CHECK(response.text.find(" left for ") != std::string::npos);
  CHECK(response.text.find("refuted guess") != std::string::npos);
}

TEST_CASE("a digit that the user has set is an edit") {
  Debugged debugged = solver_of(hard);
  debugged("goto 300000");
  debugged("set grid(8,8) = '9'");
  const Response response = debugged("why r9c9");
  CHECK(response.text ==
        "r9c9 is 9: an edit, tick 300,000\n"
        "0 givens, 0 guesses, 0 deductions; 0 deep\n");
  debugged("set pspace(26,24) = 'X'");
  debugged("set grid(8,8) = ' '");
  const Response blank = debugged("why r9c9");
  CAPTURE(blank.text);
  CHECK(blank.text.find("  not 3: r9c9 is not 3: an edit, tick 300,000\n") != std::string::npos);
  CHECK(blank.data["summary"]["edits"] == 1);
}

TEST_CASE("a puzzle that the source draws has no input") {
  Debugged debugged(std::string(puzzles::embedded_solver()), InputLog("", InputLog::End::closed));
  debugged("goto 150000");
  const Response response = debugged("why r1c1");
  CHECK(response.text.find("r1c1 is 3: given, tick ") == 0);
  CHECK(response.data["facts"][0]["input_bytes"] == Json::array());
}

TEST_CASE("another method than the reference solver's has its marks, but not always a reason") {
  const std::string givens =
      "..3..16579.7345.21.51876493.48132976729..4.38.36798245.72689514814253.69.95.17382\n";
  Debugged debugged(data("programs/backtracker_mapped.b93"),
                    InputLog(givens, InputLog::End::closed));
  debugged("goto 400000");
  debugged("back change grid(1,0)");
  const Response board = debugged("board");
  for (int cell = 0; cell < 81; ++cell) {
    const Response response = debugged("why r" + std::to_string(cell / 9 + 1) + "c" +
                                       std::to_string(cell % 9 + 1) + " --all");
    CAPTURE(response.text);
    const Json& root = response.data["facts"][0];
    CHECK(root["digit"] == board.data["cells"][cell]["digit"]);
    CHECK(root["kind"] == board.data["cells"][cell]["origin"]);
    CHECK(response.data["summary"]["refuted"] == 0);
  }
}

TEST_CASE("why on a board says what is missing") {
  Debugged none("1@");
  CHECK(none.error("why r5c3") ==
        "5: there is no board in this program; declare one with the regions grid and rlatter of "
        "9x9, pspace and rstack of 27x27");
  Debugged drawn("1@\n#$region[0,0](9x9):ascii = clues\n#$board[3x3] = clues\n" +
                 std::string(10, '\n') + "         ");
  CHECK(drawn.error("why r5c3") ==
        "5: the board 'clues' does not tell when its digits are set or ruled out; why clues(2,4) "
        "tells what the value there was made of");
  CHECK(drawn.error("why r50c3") ==
        "5: the board 'clues' does not tell why its squares are what they are; why X,Y asks about "
        "the cell that stores one; board shows them");
  Debugged debugged = solver_of(hard);
  CHECK(debugged.error("why r5c3") ==
        "5: the program is not solving yet, so its board has no reasons; ask later: "
        "when board shows its givens");
  debugged("goto 300000");
  CHECK(debugged.error("why r5c10") ==
        "5: the board has no r5c10; its cells are r1c1 to r9c9: rows and columns from 1");
  CHECK_FALSE(parse_board_cell("r0c1"));
  CHECK_FALSE(parse_board_cell("r1c"));
  CHECK_FALSE(parse_board_cell("r1c1x"));
  CHECK_FALSE(parse_board_cell("c1r1"));
  CHECK(parse_board_cell("r10c27") == Point{26, 9});
}

TEST_CASE("a variable of that name is meant before the cell of the board") {
  Debugged debugged("70p@\n#$watch[0,0]:int = r1c1\n");
  debugged("continue");
  CHECK(debugged("why r1c1").text.starts_with("r1c1 is "));
}

TEST_CASE("an interrupted question about the board fails") {
  Debugged debugged = solver_of(hard);
  debugged("goto 400000");
  debugged.poll_limit.polls_left = 0;
  CHECK(debugged.error("why r9c2").find("interrupted") != std::string::npos);
  CHECK(debugged.tick() == 400'000);
}
