// Generates cases of realistic programs for the comparison of tiers, with everything that a tier's
// caller can do during a run.
#pragma once

#include "support/differential.h"

namespace fungescope::test {

struct RealisticCaseOptions {
  Tick ticks = 60'000;      // the last stop, at most
  std::uint64_t noise = 0;  // one program in `noise` is random; 0: none
};

// Returns a case that depends on the seed and the options only. Stops are at random ticks, with
// bursts of single ticks and short strides in between. Some cases have traps, observers, jumps, a
// short stack, pauses of the input or an output that closes.
[[nodiscard]] DifferentialCase realistic_case(std::uint64_t seed,
                                              const RealisticCaseOptions& options = {});

}  // namespace fungescope::test
