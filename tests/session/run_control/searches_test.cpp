// Searches (until, change, output) and steps at the ends of the run, in both directions; questions
// at the present instant.
#include "lang/dialect.h"
#include "session/debugged.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr const char* waiting = "~:.v\n@  <\n";

Json end_of_search(const char* why, Tick tick) {
  return {{"why", why}, {"tick", tick}};
}

// Whether the line found nothing and left the present instant as it is.
void check_nothing_found(Debugged& debugged, const std::string& line, const std::string& text,
                         const Json& search_end) {
  CAPTURE(line);
  const std::uint64_t before = debugged.machine().hash();
  const Response response = debugged(line);
  CHECK(response.data["why"] == "not_found");
  REQUIRE(response.data.contains("search_end"));
  CHECK(response.data["search_end"] == search_end);
  CHECK(response.text.rfind("not found: " + text + "; the present instant is unchanged\n", 0) == 0);
  CHECK(debugged.machine().hash() == before);
  CHECK_FALSE(debugged("expect stopped by not_found").failed);
}

}  // namespace

TEST_CASE("a search that finds nothing stays where it is, forwards and backwards") {
  Debugged debugged(countdown);
  debugged("goto end");
  const Tick end = debugged("goto 1G").data["tick"];
  const std::string ends = "the program ends at tick " + std::to_string(end);
  const Json at_end = end_of_search("end", end);
  const Json at_beginning = end_of_search("beginning", 0);
  debugged("goto 3");
  for (const char* search : {"until Loop::count == 77", "change 20,0", "until depth > 40"}) {
    check_nothing_found(debugged, search, ends, at_end);
    check_nothing_found(debugged, std::string("back ") + search, "the beginning is at tick 0",
                        at_beginning);
  }
  debugged("goto end");
  check_nothing_found(debugged, "output", ends, at_end);
  debugged("goto 2");
  check_nothing_found(debugged, "back output", "the beginning is at tick 0", at_beginning);
  debugged("restart");
  check_nothing_found(debugged, "back output", "the beginning is at tick 0", at_beginning);
  check_nothing_found(debugged, "back change Loop::count", "the beginning is at tick 0",
                      at_beginning);
  check_nothing_found(debugged, "back until Loop::count == 3", "the beginning is at tick 0",
                      at_beginning);
}

TEST_CASE("what an instruction did that left the field over a forbidden edge is found, and stops") {
  SessionOptions options;
  options.load.dialect = *find_dialect("befunexec");
  options.load.dialect.edge_wrap = OnUndefined::stop;
  Debugged debugged("700p", {}, options);
  debugged("break change 0,0");
  CHECK(debugged("continue").data["why"] == "stop");
  CHECK(debugged.machine().status == Status::faulted);
  CHECK(debugged("who 0,0").data["write"]["tick"] == 4);
  CHECK(debugged("when last cell(0,0) == 7").data["tick"] == 4);
  CHECK(debugged("continue").data["why"] == "fault");
  debugged("restart");
  CHECK(debugged("until cell(0,0) == 7").data["why"] == "arrived");
  CHECK(debugged.tick() == 4);
}

TEST_CASE("a search that ends at an error or waits for input says so and stays") {
  Debugged faulting("1.v\n  0\n  /\n  @", {}, [] {
    SessionOptions options;
    options.load.dialect = *find_dialect("strict");
    return options;
  }());
  const Response run = faulting("continue");
  REQUIRE(run.data["why"] == "fault");
  const Tick tick = faulting.tick();
  faulting("restart");
  check_nothing_found(faulting, "until depth > 40",
                      "an error stops the program at tick " + std::to_string(tick),
                      end_of_search("fault", tick));

  Debugged asking(waiting);
  check_nothing_found(asking, "output", "the program waits for input at tick 0",
                      end_of_search("input", 0));
  asking("input \"5\"");
  CHECK(asking("output").data["why"] == "arrived");
}

TEST_CASE("a constant is not searched for, even in an endless program") {
  Debugged debugged("><");
  debugged("goto 7");
  check_nothing_found(debugged, "until 1", "the expression is constant", nullptr);
  check_nothing_found(debugged, "until 0", "the expression is constant", nullptr);
  CHECK(debugged("until 1").text.find("1 is true here already") != std::string::npos);
}

TEST_CASE("steps and runs go as far as the run goes, in both directions") {
  Debugged debugged("12+.@");
  for (const char* step : {"step 100", "next 100", "line", "continue"}) {
    CAPTURE(step);
    debugged("goto 2");
    CHECK(debugged(step).data["why"] == "end");
    debugged("goto 2");
    CHECK(debugged(std::string("back ") + step).data["why"] == "beginning");
    CHECK(debugged.tick() == 0);
  }
}

TEST_CASE("questions include the present instant, in both directions") {
  Debugged debugged(countdown);
  const Tick five = debugged("until Loop::count == 5").data["tick"];
  for (const char* question : {"when last Loop::count == 5", "when next Loop::count == 5"}) {
    CAPTURE(question);
    CHECK(debugged(question).data["tick"] == five);
    CHECK(debugged(question).text == "tick " + std::to_string(five) + ", now\n");
    CHECK(debugged.tick() == five);
  }
  CHECK(debugged("who Loop::count").data["write"]["tick"] == five);
  CHECK(debugged("writes Loop::count 1").data["writes"][0]["tick"] == five);
  // One tick later it has been true for a tick.
  debugged("step");
  CHECK(debugged("when last Loop::count == 5").data["tick"] == five);
  CHECK(debugged("when next Loop::count == 5").data["tick"].is_null());
  debugged("goto " + std::to_string(five - 1));
  CHECK(debugged("when last Loop::count == 5").data["tick"].is_null());
  CHECK(debugged("when next Loop::count == 5").data["tick"] == five);
}

TEST_CASE("what is true at the beginning becomes true there, and an edit can make it so") {
  Debugged debugged(countdown);
  CHECK(debugged("when last cell(0,0) == '9'").data["tick"] == 0);
  CHECK(debugged("when next cell(0,0) == '9'").data["tick"] == 0);
  debugged("goto 12");
  CHECK(debugged("when last cell(0,0) == '9'").data["tick"] == 0);
  debugged("set 5,3 = 77");
  CHECK(debugged("when last cell(5,3) == 77").data["tick"] == 12);
  CHECK(debugged("when next cell(5,3) == 77").data["tick"] == 12);
}

TEST_CASE("restart keeps the input that was given, and edits") {
  Debugged debugged(waiting);
  debugged("input \"A\"");
  debugged("continue");
  CHECK_FALSE(debugged("expect output \"65 \"").failed);
  debugged("set 3,1 = 'x'");
  debugged("restart");
  CHECK(debugged.tick() == 0);
  debugged("continue");
  CHECK_FALSE(debugged("expect output \"65 \"").failed);
  CHECK_FALSE(debugged("expect cell(3,1) == 'x'").failed);
}

TEST_CASE("values of expressions that are not cells cannot be set, with the way to change them") {
  Debugged debugged(countdown);
  CHECK(debugged.error("set x = 3") == "5: 'x' cannot be set; set ip X,Y moves the pointer");
  CHECK(debugged.error("set DX = 1") ==
        "5: 'DX' cannot be set; set ip X,Y DIRECTION turns the pointer");
  CHECK(debugged.error("set depth = 3") ==
        "5: 'depth' cannot be set; push and pop change the stack");
  CHECK(debugged.error("who x").find("'x' is a value of expressions, not a cell") !=
        std::string::npos);
  CHECK(debugged.error("who stack(1)").find("'stack' is a value of expressions, not a cell") !=
        std::string::npos);
  CHECK(debugged.error("who cel(1,1)").find("the nearest name is cell") != std::string::npos);
  // A variable of that name can.
  Debugged named("@\n#$watch[0,0]:int = x\n");
  named("set x = 3");
  CHECK(named.machine().field.at({0, 0}) == 3);
}

TEST_CASE("a search that looks at every tick asks its monitor every few thousand of them") {
  Debugged debugged("><");
  debugged.poll_limit.polls_left = 2;
  CHECK(debugged("until depth > 0").data["why"] == "interrupted");
  CHECK(debugged.tick() <= 3 * 4096);
}
