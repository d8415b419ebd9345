// Implements Befunge arithmetic on signed 64-bit values: two's complement, wrapping around without
// undefined behaviour. docs/semantics.md, 'Values', states the rules.
#pragma once

#include <cstdint>

namespace fungescope {

[[nodiscard]] constexpr std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
[[nodiscard]] constexpr std::int64_t wrapping_subtract(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
[[nodiscard]] constexpr std::int64_t wrapping_multiply(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

// Rounds towards zero. Division by zero gives 0, and MIN / -1, which does not fit, wraps to MIN.
[[nodiscard]] constexpr std::int64_t wrapping_divide(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  return b == -1 ? wrapping_subtract(0, a) : a / b;
}

// Returns the remainder of that division, with the sign of the dividend; 0 for division by zero.
[[nodiscard]] constexpr std::int64_t wrapping_remainder(std::int64_t a, std::int64_t b) {
  return b == 0 || b == -1 ? 0 : a % b;
}

// Returns the value of a cell after `p` stored `value` in a dialect with signed 8-bit cells.
[[nodiscard]] constexpr std::int64_t low_byte_signed(std::int64_t value) {
  return static_cast<std::int8_t>(static_cast<std::uint8_t>(value & 0xff));
}

}  // namespace fungescope
