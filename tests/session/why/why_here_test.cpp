// `why here`: the decisions that led to the present cell.
#include "session/why/control/control.h"

#include "../debugged.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

TEST_CASE("why here names the decisions that led here, and what decided them") {
  // Counts 3 down to 0 in a loop, and ends.
  Debugged debugged("3v\n >1-:v\n ^   _@");
  debugged("break 6,2");
  debugged("continue");
  REQUIRE(debugged.machine().ip == Point{6, 2});
  const Tick present = debugged.tick();
  const Response response = debugged("why here");
  CHECK(response.text ==
        "cell (6, 2) is next, at tick 28\n"
        "since '_' at (5, 2) went east, tick 28\n"
        "  0: 1 - 1, tick 25, by (3, 1)\n"
        "    1: 2 - 1, tick 15, by (3, 1)\n"
        "      2: 3 - 1, tick 5, by (3, 1) ...\n"
        "      1: a digit in the source, tick 14, by (2, 1)\n"
        "    1: a digit in the source, tick 24, by (2, 1)\n"
        "no decision before these led here\n");
  CHECK(response.data["decisions"][0]["instruction"] == "branch_horizontal");
  CHECK(response.data["complete"] == true);
  CHECK(debugged.tick() == present);
}

TEST_CASE("a decision counts only if the pointer could have gone elsewhere") {
  // Both ways from the `|` lead to the `>` at (5, 1).
  Debugged debugged("v >  v\n>1|  >2.@\n  >  ^");
  debugged("break 6,1");
  debugged("continue");
  const Response joined = debugged("why here");
  CHECK(joined.data["decisions"].empty());
  CHECK(joined.text.find("the program always comes here") != std::string::npos);
  debugged("goto 4");
  REQUIRE(debugged.machine().ip == Point{2, 0});
  const Response after = debugged("why here");
  REQUIRE(after.data["decisions"].size() == 1);
  CHECK(after.data["decisions"][0]["by"] == Json({{"x", 2}, {"y", 1}}));
  CHECK(after.data["decisions"][0]["direction"] == "north");
  CHECK(after.data["decisions"][0]["value"]["causes"][0]["kind"] == "literal");
}

TEST_CASE("a program without an end: what it could avoid for ever is decided") {
  // A `?` in a corridor, and a loop on each side.
  Debugged debugged("v  v<\n>  ?\n   >^");
  debugged("step 20");
  const Response response = debugged("why here");
  for (const Json& decision : response.data["decisions"]) {
    CHECK(decision["instruction"] == "go_random");
    CHECK(decision["value"].is_null());
  }
}

TEST_CASE("a branch decides that could have ended the run at the edge") {
  SessionOptions options;
  options.load.dialect = *find_dialect("strict");
  options.load.dialect.edge_wrap = OnUndefined::stop;
  options.load.size = LoadOptions::SizeOverride{};
  options.load.size->source = true;
  Debugged debugged("0|\n >@", {}, options);
  debugged("step 2");
  REQUIRE(debugged.machine().ip == Point{1, 1});
  const Json here = debugged("why here").data;
  REQUIRE(here["decisions"].size() == 1);
  CHECK(here["decisions"][0]["direction"] == "south");
}

TEST_CASE("a branch that a fault has refused decides nothing") {
  SessionOptions options;
  options.load.dialect = *find_dialect("strict");
  Debugged debugged("v\n>_@", {}, options);
  debugged("continue");
  REQUIRE(debugged.machine().status == Status::faulted);
  CHECK(debugged("why here").data["decisions"].empty());
  CHECK(debugged("why not 2,1").data["not_executed"]["decisions"].empty());
}

TEST_CASE("turns that the run has written are decisions") {
  // Writes `v` over the `>` at (9, 0).
  Debugged debugged("\"v\"90p   >@\n\n         @");
  debugged("break 9,2");
  debugged("continue");
  REQUIRE(debugged.machine().ip == Point{9, 2});
  const Response response = debugged("why here");
  REQUIRE(response.data["decisions"].size() == 1);
  const Json& decision = response.data["decisions"][0];
  CHECK(decision["written"] == true);
  CHECK(decision["direction"] == "south");
  CHECK(decision["value"]["causes"][0]["kind"] == "character");
}

TEST_CASE("decisions follow each other back to the beginning, as many as are asked for") {
  Debugged debugged("v @ @\n>0|\n  >0|\n    >1.@");
  debugged("break 5,3");
  debugged("continue");
  REQUIRE(debugged.machine().ip == Point{5, 3});
  const Json all = debugged("why here").data;
  REQUIRE(all["decisions"].size() == 2);
  CHECK(all["decisions"][0]["by"] == Json({{"x", 4}, {"y", 2}}));
  CHECK(all["decisions"][1]["by"] == Json({{"x", 2}, {"y", 1}}));
  CHECK(all["complete"] == true);
  const Json one = debugged("why here 1").data;
  CHECK(one["decisions"].size() == 1);
  CHECK(one["complete"] == false);
  CHECK(debugged.error("why here x").find("is not a number") != std::string::npos);
}
