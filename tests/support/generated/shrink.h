// Reduces a failing case to the parts that the failure needs.
#pragma once

#include "support/differential.h"

#include <cstdint>
#include <functional>
#include <string>

namespace fungescope::test {

// Must be deterministic.
using Fails = std::function<bool(const DifferentialCase&)>;

// Returns a case that fails as `c` does. Deterministic. Stops when nothing more can be removed, or
// after `runs` calls of `fails`, each of which costs about one run of the case.
[[nodiscard]] DifferentialCase shrink(const DifferentialCase& c, const Fails& fails,
                                      std::uint64_t runs = 4000);

// Describes the whole case: dialect, input, stops, jumps, traps and the field.
[[nodiscard]] std::string to_text(const DifferentialCase& c);

}  // namespace fungescope::test
