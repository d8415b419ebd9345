// Runs very many cases in processes that may die.
#pragma once

#include "support/generated/realistic_cases.h"

#include <cstdint>
#include <vector>

namespace fungescope::test {

struct LongRunOptions {
  std::uint64_t first_seed = 0;  // case i has the seed first_seed + i
  std::uint64_t cases = 1000;
  unsigned jobs = 1;
  std::uint64_t max_failures = 1;  // the run ends after so many; at most 64
  unsigned seconds_per_case = 60;  // longer: it hangs
  bool progress = false;           // to standard error
  RealisticCaseOptions cases_options;
};

struct LongRunStatistics {
  std::uint64_t programs = 0;
  std::uint64_t ticks = 0;  // on each of the two tiers
  double seconds = 0;
  std::vector<std::uint64_t> failures;  // seeds
};

[[nodiscard]] LongRunStatistics run_long(const LongRunOptions& options, const MakeTier& make_tier);

}  // namespace fungescope::test
