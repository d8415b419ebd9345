// Formats cell values for people: in the encoding of a region, as the type of a variable, or as a
// number with its character.
#pragma once

#include "lang/annotations.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope {

// Formats a value in the encoding of its region. ascii: one byte; a blank for 0, `?` for other
// control characters and values that do not fit a byte. decimal, hex: the number, hexadecimal
// without a prefix. bool: 0 or 1, `?` for a third value.
[[nodiscard]] std::string format_cell(std::int64_t value, const Encoding& encoding);

// Returns whether cells of this encoding have several characters and are separated by blanks.
[[nodiscard]] bool is_blank_separated(const Encoding& encoding);

// Formats a value as the type of its variable. int: decimal; long: at least eight decimal digits.
// char: 'X', or the number if it is not a printable character. hex: 0x2a; hex8: 0x0000002a; binary:
// at least 24 digits after 0b. Negative numbers have a sign, except in hex8, which shows 32 or 64
// bits. bool: false for 0, true for 1, else with the number.
[[nodiscard]] std::string format_value(std::int64_t value, WatchType type);

// Returns the number and, if it is a visible character, `separator` and the character: "65 'A'".
[[nodiscard]] std::string describe_value(std::int64_t value, std::string_view separator = " ");

}  // namespace fungescope
