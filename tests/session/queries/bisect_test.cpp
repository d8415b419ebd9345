// The instant since which an expression is true, by bisection: against runs by single ticks.

#include "session/debugged.h"
#include "session/queries/history_queries.h"
#include "session/random_run.h"

#include <bit>

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
      const auto exact = when(*run.session, RunDirection::reverse, expression, nullptr);
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
