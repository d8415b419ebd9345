// Shrinks a failing case to the parts that the failure needs.
#pragma once

#include "support/differential.h"

#include <cstdint>
#include <functional>
#include <string>

namespace fungescope::test {

// Must answer the same every time for the same case.
using Fails = std::function<bool(const DifferentialCase&)>;

// `c` fails, and so does the result. Deterministic; stops when nothing more can be left out,
// or after so many runs of `fails`. A run is about as long as the case's own.
[[nodiscard]] DifferentialCase shrink(const DifferentialCase& c, const Fails& fails,
                                      std::uint64_t runs = 4000);

// The whole case, to be read: dialect, input, stops, jumps, traps, and the field.
[[nodiscard]] std::string to_text(const DifferentialCase& c);

}  // namespace fungescope::test
