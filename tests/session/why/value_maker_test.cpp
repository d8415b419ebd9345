// `who` and `pushed` name what made the value.
#include "session/why/value_maker.h"

#include <algorithm>

#include "../debugged.h"
#include "../ended_input.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

TEST_CASE("who names the operation whose result was stored") {
  Debugged debugged("~&+:00p@", ended_input("A 12"));
  debugged("continue");
  const Response who = debugged("who 0,0");
  CHECK(who.text ==
        "tick 7, by (6, 0): (0, 0) from 126 to 77  'M'\n"
        "  77 'M' = 65 + 12, tick 3, by (2, 0), after 1 copy\n");
  CHECK(who.data["made"]["root"] ==
        Json({{"role", "operand"}, {"value", 77}, {"cause", 0}, {"copies", 2}}));
  REQUIRE(who.data["made"]["causes"].size() == 1);
  CHECK(who.data["made"]["causes"][0]["instruction"] == "add");
  CHECK(who.data["made"]["causes"][0]["tick"] == 3);
  CHECK(who.data["made"]["cut"].is_null());
  CHECK(debugged("who 1,0").data["made"].is_null());
  CHECK(debugged.machine().status == Status::ended);
}

TEST_CASE("who of a value that the store itself made, and of an edit") {
  SessionOptions options;
  options.load.dialect = *find_dialect("bef");
  Debugged debugged("99*9*00p@", {}, options);
  debugged("continue");
  CHECK(debugged("who 0,0").text ==
        "tick 8, by (7, 0): (0, 0) from 57 to -39\n"
        "  -39 = the low byte of 729\n");
  debugged("set 0,0 = 3");
  const Response edit = debugged("who 0,0");
  CHECK(edit.text == "tick 9, by an edit: (0, 0) to 3\n");
  CHECK(edit.data["made"].is_null());
}

TEST_CASE("pushed names the instruction, and what made the value if it was copied") {
  Debugged debugged("34+05p05g8\\\"!\"~@", ended_input("x"));
  debugged("continue");
  CHECK(debugged("pushed 0").text == "tick 15, by (14, 0) '~': 120 'x', input byte 0\n");
  CHECK(debugged("pushed 1").text ==
        "tick 13, by (12, 0) '\"': 33 '!', a character in the source\n");
  CHECK(debugged("pushed 2").text ==
        "tick 9, by (8, 0) 'g': 7, moved by 1 swap\n"
        "  7 = 3 + 4, tick 3, by (2, 0), after 1 copy\n");
  CHECK(debugged("pushed 3").text ==
        "tick 10, by (9, 0) '8': 8, a digit in the source, moved by 1 swap\n");
  debugged("goto 3");
  const Response sum = debugged("pushed");
  CHECK(sum.text == "tick 3, by (2, 0) '+': 7 = 3 + 4\n");
  CHECK(sum.data["push"]["instruction"] == "add");
  CHECK(sum.data["made"]["causes"][0]["tick"] == 3);
}

TEST_CASE("who and pushed do without the maker of a value whose copies go back too far") {
  // Moves a value from cell to cell and back for ever.
  Debugged debugged("34+08p>08g18p18g08pv\n      ^            <");
  debugged("goto 400000");
  const Response who = debugged("who 0,8");
  CHECK(who.data["write"]["now"] == 7);
  CHECK_FALSE(who.data["made"]["cut"].is_null());
  CHECK(std::count(who.text.begin(), who.text.end(), '\n') == 1);
  CHECK(debugged.tick() == 400'000);
}
