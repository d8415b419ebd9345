// The instant since which an expression is true, by bisection: against runs by single ticks.
#include "session/queries/bisect.h"

#include "session/debugged.h"
#include "session/queries/history_queries.h"
#include "session/random_run.h"

#include <bit>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr Tick bisected_length = 900;

// The cell that was stored to at some instant of the run, if any was.
std::optional<Point> some_stored(RandomRun& run) {
  for (int i = 0; i < 200; ++i) {
    const Moment& moment = run.moments[below(run.random, run.moments.size())];
    if (moment.write) return moment.write->at;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("of an expression that changes once, bisect finds the tick of the change") {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    RandomRun run(seed, run_input, 200, bisected_length);
    const Tick last = run.moments.size() - 1;
    run.session->history().seek(last);
    const Tick present = below(run.random, last + 1);
    run.session->history().seek(present);
    for (const std::string& text :
         {fmt::format("tick >= {}", below(run.random, present + 1)), std::string("output_size > 0"),
          std::string("input_position >= 3")}) {
      CAPTURE(text);
      const Expression expression = expression_of(*run.session, text);
      const auto holds = [&](Tick t) { return expression.evaluate(run.moments[t].machine) != 0; };
      const auto change = bisect(*run.session, expression, 0, nullptr);
      CHECK(run.session->history().tick() == present);
      REQUIRE(change.has_value() == (!holds(0) && holds(present)));
      if (!change) continue;
      ++found;
      const auto exact = when_last(*run.session, expression, nullptr);
      REQUIRE(exact.value().has_value());
      CHECK(change->tick == **exact);
      CHECK(change->by == run.moments[change->tick - 1].machine.ip);
      CHECK(change->seeks <= 2 * static_cast<std::size_t>(std::bit_width(present)) + 3);
    }
  }
  CHECK(found > 200);
}

TEST_CASE("of an expression that changes often, bisect finds one of the changes") {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    RandomRun run(seed, run_input, 200, bisected_length);
    const auto at = some_stored(run);
    if (!at) continue;
    const Tick last = run.moments.size() - 1;
    run.session->history().seek(last);
    const std::string text = seed % 2 == 0 ? fmt::format("cell({},{}) % 2 != {}", at->x, at->y,
                                                         run.moments[0].machine.field.at(*at) % 2)
                                           : std::string("depth % 3");
    CAPTURE(text);
    const Expression expression = expression_of(*run.session, text);
    const auto value = [&](Tick t) { return expression.evaluate(run.moments[t].machine); };
    const Tick present = below(run.random, last + 1);
    run.session->history().seek(present);
    const auto change = bisect(*run.session, expression, 0, nullptr);
    REQUIRE(change.has_value() == (value(0) == 0 && value(present) != 0));
    if (!change) continue;
    ++found;
    REQUIRE(change->tick > 0);
    REQUIRE(change->tick <= present);
    CHECK(change->before == 0);
    CHECK(value(change->tick - 1) == 0);
    CHECK(change->now == value(change->tick));
    CHECK(change->now != 0);
    const auto& stored = run.moments[change->tick].write;
    REQUIRE(change->stored.has_value() == stored.has_value());
    if (stored) CHECK(change->stored->at == stored->at);
  }
  CHECK(found > 15);
}

TEST_CASE("bisect says what made the expression true, and by how many seeks") {
  Debugged debugged(countdown);
  debugged("continue");
  const Tick end = debugged.tick();
  const Response response = debugged("bisect Loop::count < 5");
  CHECK(debugged.tick() == end);
  CHECK(response.data["before"] == 0);
  CHECK(response.data["now"] == 1);
  const Tick tick = response.data["tick"];
  const std::size_t seeks = response.data["seeks"];
  // The cell holds a blank at the beginning, 32, and 9 first.
  CHECK(response.text ==
        fmt::format("tick {}: Loop::count < 5 became true\n"
                    "  by 'p' at (7, 0), which stored Loop::count: 5 -> 4\n"
                    "  before: 5 < 5; after: 4 < 5\n"
                    "found by {} seeks, assuming that it changed only once in ticks 0 to {}; "
                    "when last searches every change\n",
                    tick, seeks, end));
  CHECK(response.data["sides_now"] == Json{{"left", 4}, {"right", 5}});
  CHECK(response.data["stored"]["name"] == "Loop::count");
  CHECK(debugged("when last Loop::count < 5").data["tick"] == tick);
  const Response quantified = debugged("bisect any(pair, v < 3)");
  CHECK(quantified.data["sides_before"].is_null());
  CHECK(quantified.text.find("before:") == std::string::npos);
  const Response value = debugged("bisect output_size");
  CHECK(value.text.find("  before: 0; after: 2\n") != std::string::npos);
}

TEST_CASE("an expression that did not become true is an error that says what to do") {
  Debugged debugged(countdown);
  debugged("continue");
  CHECK(debugged.error("bisect Loop::count == 32") ==
        "8: Loop::count == 32 is true at tick 0 and false now; "
        "bisect !(Loop::count == 32) finds when it became false");
  CHECK(debugged("bisect !(Loop::count == 32)").data["tick"].is_number());
  CHECK(debugged.error("bisect x >= 0") ==
        "8: x >= 0 is true at tick 0 and now; write a later tick at which it is false: "
        "bisect x >= 0 from TICK; when last x >= 0 finds the last change");
  CHECK(debugged.error("bisect Loop::count == 7") ==
        "8: Loop::count == 7 is false at tick 0 and now; go to an instant at which it is true, or "
        "search for the last one at which it became so: when last Loop::count == 7");
  CHECK_FALSE(debugged.error("bisect").empty());
  CHECK(debugged("bisect Loop::count < 5 from 20").data["from"] == 20);
  CHECK(debugged.error("bisect Loop::count == 7 from 1G") ==
        "30: tick 1000000000 is after the present, tick " + std::to_string(debugged.tick()) +
            "; bisect searches up to the present: write an earlier tick");
  CHECK(debugged.error("bisect Loop::count == 7 from").find("a tick is missing") !=
        std::string::npos);
  debugged("restart");
  CHECK(debugged.error("bisect Loop::count == 7").starts_with("8: Loop::count == 7 is false"));
}

TEST_CASE("an edit can make an expression true") {
  Debugged debugged(countdown);
  debugged("goto 40");
  debugged("set Loop::count = 100");
  debugged("step 3");
  const Response response = debugged("bisect Loop::count == 100");
  CHECK(response.data["tick"] == 40);
  CHECK(response.data["edit"] == true);
  CHECK(response.text.find("an edit at this tick") != std::string::npos);
}

TEST_CASE("a bisection that is interrupted stays where it was") {
  Debugged debugged(countdown);
  debugged("continue");
  const Tick end = debugged.tick();
  debugged.poll_limit.polls_left = 2;
  const auto response = debugged.debugger.submit("bisect Loop::count < 5");
  REQUIRE_FALSE(response);
  CHECK(response.error().what == "interrupted");
  CHECK(debugged.tick() == end);
}
