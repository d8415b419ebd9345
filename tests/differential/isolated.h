// Runs one case in a process of its own, since a tier may crash or hang.
#pragma once

#include "support/differential.h"

#include <cstdint>
#include <string>

namespace fungescope::test {

struct IsolatedOutcome {
  enum class Kind : std::uint8_t { agreed, differed, died, hung };
  Kind kind = Kind::agreed;
  std::string text;  // the difference, or how the process ended
};

// Reports `hung` after `seconds`. Cost: a fork.
[[nodiscard]] IsolatedOutcome run_isolated(const DifferentialCase& c, const MakeTier& make_tier,
                                           unsigned seconds = 600);

}  // namespace fungescope::test
