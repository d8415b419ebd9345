// Printing as `.` and `,` do, for the tiers that know the machine from inside.
#pragma once

#include "vm/io.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace fungescope {

// As `.`: decimal digits and a space. Returns false, and changes nothing, if the output is closed.
inline bool write_number(Output& output, std::int64_t value, std::uint64_t& output_size) {
  const fmt::format_int digits(value);
  std::array<char, 24> text{};
  char* end = std::copy_n(digits.data(), digits.size(), text.data());
  *end++ = ' ';
  const auto size = static_cast<std::size_t>(end - text.data());
  if (!output.write({text.data(), size})) return false;
  output_size += size;
  return true;
}

// As `,`: the low byte.
inline bool write_byte(Output& output, std::int64_t value, std::uint64_t& output_size) {
  const char byte = static_cast<char>(value & 0xff);
  if (!output.write({&byte, 1})) return false;
  ++output_size;
  return true;
}

}  // namespace fungescope
