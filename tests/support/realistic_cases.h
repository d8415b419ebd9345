// Cases of real programs for the differential: with all that the caller of a tier can do
// while one runs.
#pragma once

#include "support/differential.h"

namespace fungescope::test {

struct RealisticCaseOptions {
  Tick ticks = 60'000;      // the last stop, at most
  std::uint64_t noise = 0;  // one program in so many is without sense; 0: none
};

// A function of the seed and the options. Stops are at random ticks, with bursts of single
// ticks and of short strides between; some cases have traps, observers, jumps, a short
// stack, pauses of the input or an output that closes.
[[nodiscard]] DifferentialCase realistic_case(std::uint64_t seed,
                                              const RealisticCaseOptions& options = {});

}  // namespace fungescope::test
