// Searches for instants at which an expression with quantifiers becomes true, on random programs,
// against a run by single ticks.
#include "session/names.h"
#include "session/queries/history_queries.h"
#include "session/random_run.h"
#include "session/run_control/steps.h"

#include "random_quantifiers.h"

namespace {

constexpr Tick run_length = 1000;

// Stores a value below 7 in one of the cells (0..5, 5..7), every 33 ticks, in an order that depends
// on `seed`.
std::string storing_source(char seed) {
  return std::string(">01g5*3+88*%:01p:7%\\:6%\\3%5+p\n") + seed + "\n\n\n\n\n\n......\n";
}

// A run, an expression on regions with cells that it stores to, and when that is true.
struct QuantifiedRun {
  QuantifiedRun(std::uint64_t seed, bool machine_state)
      : random(seed),
        session(session_of(seed % 3 == 0 ? random_source(seed)
                                         : storing_source(static_cast<char>('0' + seed % 64)),
                           run_input, 1 + below(random, 300), sized_by_source())),
        moments(trace_straight(session->machine(), run_input, run_length)) {
    const Size field = session->machine().field.size();
    std::vector<Point> stored{{0, 0}};
    for (const Moment& moment : moments) {
      if (moment.write) stored.push_back(moment.write->at);
    }
    constexpr int attempts = 8;  // to find one that changes
    for (int i = 0; i < attempts && edges() < 2; ++i) {
      const Symbols symbols = symbols_in(random_regions(random, field, stored));
      sample = QuantifierGenerator(random, symbols.regions(), machine_state).make();
      expression = Expression::parse(sample.text, symbols, field).value();
      holds.clear();
      for (const Moment& moment : moments) holds.push_back(sample.value(moment.machine, {}) != 0);
    }
    session->history().seek(last());
  }

  [[nodiscard]] Tick last() const { return moments.size() - 1; }
  [[nodiscard]] bool edge(Tick t) const { return holds[t] && (t == 0 || !holds[t - 1]); }

  [[nodiscard]] Tick edges() const {
    Tick count = 0;
    for (Tick t = 0; t < holds.size(); ++t) count += edge(t) ? 1 : 0;
    return count;
  }

  [[nodiscard]] Tick last_edge() const {
    Tick t = last();
    while (t > 0 && !edge(t)) --t;
    return t;
  }

  Random random;
  std::unique_ptr<Session> session;
  std::vector<Moment> moments;
  QuantifiedSample sample;
  std::optional<Expression> expression;
  std::vector<bool> holds;
};

}  // namespace

TEST_CASE("searches with quantifiers find the instants that single ticks find") {
  constexpr std::uint64_t runs = FUNGESCOPE_SANITIZED ? 40 : 120;
  std::uint64_t found_some = 0;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    QuantifiedRun run(seed, seed % 5 == 0);
    CAPTURE(seed);
    CAPTURE(run.sample.text);
    const Tick present = below(run.random, (seed % 2 == 0 ? run.last() : run.last_edge()) + 1);
    CAPTURE(present);
    run.session->history().seek(present);
    std::optional<Tick> before;
    for (Tick t = 0; t <= present; ++t) {
      if (run.edge(t)) before = t;
    }
    const auto last = when(*run.session, RunDirection::reverse, *run.expression, nullptr).value();
    REQUIRE(last.value_or(no_limit) == before.value_or(no_limit));
    std::optional<Tick> after;
    for (Tick t = run.last() + 1; t-- > present;) {
      if (run.edge(t)) after = t;
    }
    if (!after) continue;  // it may come after what was traced
    found_some += *after > present ? 1 : 0;
    const auto next = when(*run.session, RunDirection::forward, *run.expression, nullptr).value();
    REQUIRE(next.value_or(0) == *after);
  }
  CHECK(found_some > runs / 8);
}
