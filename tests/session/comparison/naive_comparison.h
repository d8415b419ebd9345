// Compares two runs tick by tick, from full copies of all their states: the oracle of
// compare_plans. Shares no code with it.
#pragma once

#include "session/comparison/run_comparison.h"

#include <string>

namespace fungescope::test {

// Executes up to `horizon` and lists what compare_plans should find, one line each.
[[nodiscard]] std::string naive_comparison(const ReplayPlan& here, const ReplayPlan& there,
                                           Tick horizon);

// Lists what it found in the same form.
[[nodiscard]] std::string listed(const RunComparison& comparison);

}  // namespace fungescope::test
