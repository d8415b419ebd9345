// Tests tiers that crash, hang or differ, in processes of their own.
#include "differential/isolated.h"

#include "jit/tier/engine.h"
#include "support/broken_tier.h"
#include "support/program_from_text.h"
#include "vm/blocks/fast_interpreter.h"

#include <algorithm>
#include <unistd.h>

#include "differential/long_run.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Calls `act` instead of running programs whose seed is divisible by 8.
template <class Act>
class FailingTier final : public TierOf<FastInterpreter> {
 public:
  explicit FailingTier(Act act) : act_(act) {}
  StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe) override {
    if (machine.random.state() % 8 == 0) act_();
    return TierOf::run(machine, ports, until, probe);
  }

 private:
  Act act_;
};

template <class Act>
MakeTier failing_tier(Act act) {
  return [act] { return std::make_unique<FailingTier<Act>>(act); };
}

DifferentialCase case_of_seed(std::uint64_t seed) {
  DifferentialCase c = realistic_case(1);
  c.seed = seed;
  return c;
}

LongRunOptions options_of(std::uint64_t cases, std::uint64_t failures) {
  LongRunOptions options;
  options.cases = cases;
  options.jobs = 2;
  options.seconds_per_case = 600;
  options.max_failures = failures;
  options.cases_options.ticks = 1000;
  return options;
}

}  // namespace

TEST_CASE("an isolated case agrees, differs or dies") {
  const MakeTier dying = failing_tier([] { _exit(9); });
  CHECK(run_isolated(case_of_seed(8), dying).kind == IsolatedOutcome::Kind::died);
  CHECK(run_isolated(case_of_seed(9), dying).kind == IsolatedOutcome::Kind::agreed);
  const MakeTier hanging = failing_tier([] { pause(); });
  CHECK(run_isolated(case_of_seed(8), hanging, 1).kind == IsolatedOutcome::Kind::hung);
  DifferentialCase wrong;
  wrong.field = program_from_text("05-3%.@");
  wrong.stops = {100};
  const IsolatedOutcome differing = run_isolated(wrong, broken_tier());
  CHECK(differing.kind == IsolatedOutcome::Kind::differed);
  CHECK(differing.text == find_difference(wrong, broken_tier()));
}

TEST_CASE("a long run counts every program") {
  const LongRunStatistics figures =
      run_long(options_of(101, 1), tier_of<Engine>(EngineKind::automatic));
  CHECK(figures.programs == 101);
  CHECK(figures.ticks > 101);
  CHECK(figures.failures.empty());
}

TEST_CASE("a long run continues after a crash, and names the seeds") {
  const LongRunOptions options = options_of(60, 64);
  std::vector<std::uint64_t> expected;
  for (std::uint64_t seed = 0; seed < options.cases; ++seed) {
    const DifferentialCase c = realistic_case(seed, options.cases_options);
    if (c.seed % 8 == 0) expected.push_back(seed);
  }
  REQUIRE(!expected.empty());
  const LongRunStatistics figures = run_long(options, failing_tier([] { _exit(9); }));
  for (const std::uint64_t seed : expected) {
    CHECK(std::find(figures.failures.begin(), figures.failures.end(), seed) !=
          figures.failures.end());
  }
  CHECK(figures.programs + figures.failures.size() == options.cases);
}

TEST_CASE("a long run ends at the first failure if told to") {
  const LongRunStatistics figures = run_long(options_of(100'000, 1), broken_tier());
  CHECK(!figures.failures.empty());
  CHECK(figures.programs < 10'000);
}
