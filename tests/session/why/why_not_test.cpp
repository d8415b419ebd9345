// `why not` and `why code`.
#include "session/why/control/why_not.h"

#include "../debugged.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

Json cell(std::int64_t x, std::int64_t y) {
  return {{"x", x}, {"y", y}};
}

// Counts 3 down to 0, and ends at (6, 2); (5, 3) is never executed.
constexpr const char* down =
    "3v\n"
    " >1-:v\n"
    " ^   _@";

}  // namespace

TEST_CASE("why not a cell: the last decision that led past it, and what decided") {
  Debugged debugged(down);
  debugged("step 18");
  const Tick present = debugged.tick();
  const Response response = debugged("why not 6,2");
  CHECK(response.text ==
        "cell (6, 2) has never been executed\n"
        "'_' at (5, 2) went west, tick 18; east leads there\n"
        "  1: 2 - 1, tick 15, by (3, 1)\n"
        "    2: 3 - 1, tick 5, by (3, 1)\n"
        "      3: a digit in the source, tick 1, by (0, 0)\n"
        "      1: a digit in the source, tick 4, by (2, 1)\n"
        "    1: a digit in the source, tick 14, by (2, 1)\n");
  const Json& answer = response.data["not_executed"];
  CHECK(answer["last"].is_null());
  CHECK(answer["reachable"] == true);
  CHECK(answer["decisions"][0]["wanted"] == Json::array({"east"}));
  CHECK(answer["decisions"][0]["distance"] == 1);
  CHECK(debugged.tick() == present);
}

TEST_CASE("why not a cell that was executed, that is next, or that nothing leads to") {
  Debugged debugged(down);
  debugged("continue");
  const Json first = debugged("why not 0,0").data["not_executed"];
  CHECK(first["last"] == 0);
  CHECK(first["decisions"].empty());
  CHECK(debugged("why not 7,0").text ==
        "cell (7, 0) has never been executed\n"
        "no path of the field as it is now leads there\n");
  debugged("goto 3");
  CHECK(debugged("why not 2,1").text ==
        "cell (2, 1) is next, at tick 3\n"
        "why here tells what led to it\n");
}

TEST_CASE("why not a cell after several decisions: how near the program came") {
  // Ends at (3, 0), without the second `|`.
  Debugged debugged("v  @\n>1 | @\n   >0|\n     >2.@");
  debugged("continue");
  REQUIRE(debugged.machine().ip == Point{3, 0});
  const Response response = debugged("why not 7,3");
  CHECK(response.text ==
        "cell (7, 3) has never been executed\n"
        "'|' at (3, 1) went north, tick 5; south leads nearer\n"
        "  1: a digit in the source, tick 3, by (1, 1)\n");
  CHECK(response.data["not_executed"]["decisions"][0]["distance"] == 2);
}

TEST_CASE("why not an expression: since when, what was stored, and what was led past") {
  // Stores 7 at (0, 5), then 8 by another instruction, and goes round for ever.
  Debugged debugged("705p805p>1v\n        ^ _@");
  debugged("step 40");
  const Response response = debugged("why not cell(0,5) == 7");
  CHECK(response.text ==
        "cell(0,5) == 7 is not so since tick 8, when (7, 0) changed (0, 5) from 7 to 8\n"
        "(0, 5) became 8, tick 8, by (7, 0)\n"
        "  8: a digit in the source, tick 5, by (4, 0)\n"
        "(3, 0), which stored 7 to (0, 5) at tick 4, was not executed since then\n"
        "  no decision since led past it\n");
  const Json& answer = response.data["not_true"];
  CHECK(answer["since"] == 8);
  CHECK(answer["turned"]["by"] == cell(7, 0));
  CHECK(answer["passed"][0]["by"] == cell(3, 0));
}

TEST_CASE("why not an expression: the last stores to places that are far apart") {
  // Stores 7 at (0, 5), and then for ever at (9, 5), which the expression does not name.
  Debugged debugged("705p>195pv\n    ^    <\n\n\n\n\n");
  debugged("step 400");
  const Json answer =
      debugged("why not cell(0,5) + cell(2,5) + cell(4,5) + cell(30,5) == 1").data["not_true"];
  REQUIRE(answer["stored"].size() == 1);
  CHECK(answer["stored"][0]["cell"] == cell(0, 5));
  CHECK(answer["stored"][0]["now"] == 7);
}

TEST_CASE("why not an expression that is so, never was, or cannot change") {
  Debugged debugged(countdown);
  debugged("continue");
  CHECK(debugged("why not Loop::count == 100").text.find("has never been so") != std::string::npos);
  const Json now = debugged("why not Loop::count == 1").data["not_true"];
  CHECK(now["is_true"] == true);
  CHECK(now["since"].is_number());
  const Json before = debugged("why not Loop::count == 5").data["not_true"];
  CHECK(before["is_true"] == false);
  CHECK(before["stored"][0]["now"] == 1);
  CHECK(before["stored"][0]["value"]["causes"].size() > 1);
  CHECK(before["passed"].empty());
  CHECK(debugged.error("why not 3 == 4").find("is always 0") != std::string::npos);
  CHECK(debugged.error("why not").find("a cell or an expression is missing") != std::string::npos);
  CHECK(debugged.error("why not 99999,0").find("outside") != std::string::npos);
  CHECK(debugged.error("why not nobody == 3").find("nobody") != std::string::npos);
  CHECK(debugged.error("why not r5c3").find("write why r5c3") != std::string::npos);
  CHECK(debugged("why not depth == 77").data["not_true"]["of_cells"] == false);
}

TEST_CASE("why code: who wrote an instruction") {
  Debugged debugged("\"v\"90p   >@\n\n         @");
  debugged("continue");
  const Response written = debugged("why code 9,0");
  CHECK(written.text ==
        "code (9, 0) is 118 'v', after 1 copy\n"
        "  118 'v': a character in the source, tick 2, by (1, 0)\n"
        "0 operations, 1 copy, 0 deep; 0 input bytes, 1 source cell\n"
        "2 addresses or decisions not followed; --all follows them\n");
  const Response source = debugged("why code");
  CHECK(source.data["name"] == "code (9, 2)");
  CHECK(source.data["causes"][0]["kind"] == "source");
  CHECK(debugged.error("why code top").find("top") != std::string::npos);
  CHECK(debugged.error("why code nobody").find("nobody") != std::string::npos);
  CHECK(debugged.error("why not 3,3 --relevant").find("asks about a value") != std::string::npos);
}
