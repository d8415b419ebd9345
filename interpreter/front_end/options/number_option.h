// Validates whole numbers as option values.
#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

namespace fungescope {

// Accepts only decimal digits with a value in min..max: no sign, fraction or other base. For
// `transform`: drops leading zeros.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t min, std::uint64_t max);

}  // namespace fungescope
