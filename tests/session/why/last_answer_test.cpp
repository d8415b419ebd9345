// The answer that a debugger keeps for its front ends: its lines, its question and its instant.
#include "session/why/why_text.h"

#include "../debugged.h"

TEST_CASE("the last answer has the lines that were printed, with their instants and cells") {
  Debugged debugged("34+:*00p@");
  CHECK(debugged.debugger.last_answer() == nullptr);
  debugged("continue");
  const Response response = debugged("why 0,0");
  const auto answer = debugged.debugger.last_answer();
  REQUIRE(answer != nullptr);
  CHECK(to_text(answer->tree) == response.text);
  const auto& lines = answer->tree.lines;
  REQUIRE(lines.size() == 6);
  CHECK(lines[0].cell == Point{0, 0});
  CHECK(lines[0].tick == Tick{9});
  CHECK(lines[1].text == "49 '1': 7 * 7, tick 5, by (4, 0)");
  CHECK(lines[1].text.substr(0, lines[1].value_end) == "49 '1'");
  CHECK(lines[1].level == 1);
  CHECK(lines[1].tick == Tick{5});
  CHECK(lines[1].by == Point{4, 0});
  CHECK_FALSE(lines[1].same_as);
  // "7: #1": its causes are at its first mention.
  CHECK(lines[5].same_as == std::size_t{2});
  CHECK_FALSE(lines[5].tick);
  CHECK(answer->tick == debugged.tick());
}

TEST_CASE("cells of the source have no instant, edits have one, and decisions are headings") {
  Debugged debugged("v v1\n>07g0`_@");
  debugged.run({"set 0,7 = 0", "continue", "why here"});
  const auto here = debugged.debugger.last_answer();
  REQUIRE(here->tree.lines.size() > 2);
  CHECK(here->tree.lines[0].level == 0);
  CHECK(here->tree.lines[1].level == 0);
  CHECK(here->tree.lines[1].by.has_value());
  CHECK(here->question.subject == "here");
  debugged("why 0,7");
  const auto edit = debugged.debugger.last_answer();
  CHECK(edit->tree.lines[1].tick == Tick{0});
  CHECK(edit->tree.lines[1].cell == Point{0, 7});
  CHECK_FALSE(edit->tree.lines[1].by);
  debugged("why 0,0");
  CHECK_FALSE(debugged.debugger.last_answer()->tree.lines[1].tick);
}

TEST_CASE("a question can be asked again, and varied") {
  Debugged debugged("34+:*00p@");
  debugged("continue");
  for (const std::string line :
       {"why (0, 0) --depth 9", "why (0, 0) --all", "why (0, 0) --to input", "why here 7"}) {
    CAPTURE(line);
    debugged(line);
    const std::string again = to_line(debugged.debugger.last_answer()->question);
    CHECK(again == line);
    debugged(again);
    CHECK(to_line(debugged.debugger.last_answer()->question) == line);
  }
  debugged("why here 4");
  CHECK(to_line(debugged.debugger.last_answer()->question) == "why here");
  debugged.error("why nothing");
  CHECK(to_line(debugged.debugger.last_answer()->question) == "why here");
}

TEST_CASE("an answer holds at every instant of its branch, and of others up to where they part") {
  Debugged debugged("34+:*00p1111....@");
  debugged("continue");
  const History& history = debugged.debugger.session().history();
  debugged.run({"goto 9", "why 0,0"});
  const auto answer = debugged.debugger.last_answer();
  debugged("goto 2");
  CHECK(still_holds(*answer, history));
  debugged("goto 12");
  debugged("set 0,0 = 1");  // after the instant of the question
  CHECK(still_holds(*answer, history));
  debugged.run({"branch 0", "goto 9"});
  debugged("set 0,0 = 1");  // at it
  CHECK_FALSE(still_holds(*answer, history));
  debugged("why 0,0");
  const auto edited = debugged.debugger.last_answer();
  CHECK(still_holds(*edited, history));
  debugged("set 0,0 = 2");
  CHECK_FALSE(still_holds(*edited, history));
  debugged("branch 0");
  CHECK(still_holds(*answer, history));
  CHECK_FALSE(still_holds(*edited, history));
}
