// Whole numbers as option values.
#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

namespace fungescope {

// Accepts decimal digits and nothing else: no sign, no fraction, no other base, and no
// value that would wrap around. For `transform`: leading zeros are dropped.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

}  // namespace fungescope
