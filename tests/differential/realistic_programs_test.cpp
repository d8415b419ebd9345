// Compares the engines with the reference on realistic programs.
#include "jit/tier/engine.h"
#include "support/differential.h"
#include "support/generated/realistic_cases.h"
#include "support/generated/shrink.h"

#include <string>

#include "differential/survey.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

void require_agreement(EngineKind kind, std::uint64_t first, std::uint64_t cases) {
  const MakeTier make_tier = tier_of<Engine>(kind);
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    RealisticCaseOptions options;
    options.noise = 8;
    const DifferentialCase c = realistic_case(seed, options);
    const std::string difference = find_difference(c, make_tier);
    if (difference.empty()) continue;
    const DifferentialCase smallest = shrink(
        c, [&](const DifferentialCase& d) { return !find_difference(d, make_tier).empty(); });
    FAIL("seed ", seed, ": ", difference, "\nmade small:\n", to_text(smallest),
         find_difference(smallest, make_tier));
  }
}

}  // namespace

TEST_CASE("the engines agree with the reference on realistic programs") {
  require_agreement(EngineKind::reference, 0, random_cases(20));
  require_agreement(EngineKind::automatic, 0, random_cases(40));
  require_agreement(EngineKind::interpreter, 0, random_cases(400));
  require_agreement(EngineKind::jit, 100'000, random_cases(400));
}

TEST_CASE("a case is a function of its seed") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CHECK(to_text(realistic_case(seed)) == to_text(realistic_case(seed)));
  }
  CHECK(to_text(realistic_case(1)) != to_text(realistic_case(2)));
}

TEST_CASE("realistic programs are hot and do not end early") {
  Survey survey(20'000);
  for (std::uint64_t seed = 0; seed < 300; ++seed) survey.add(seed);
  INFO(survey.report());
  CHECK(survey.ran_on() > 0.8);
  CHECK(survey.median_rounds() > 100);
}
