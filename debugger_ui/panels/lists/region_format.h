// How the values of a region are written into its cells.
#pragma once

#include "lang/annotations.h"

#include <cstdint>
#include <span>
#include <string>

namespace fungescope::ui {

// In at most six characters: 99999, 123k, -45M.
[[nodiscard]] std::string compact_decimal(std::int64_t value);
// In at most eight: FFFF, -1A, ~0123456 where the upper digits are left out.
[[nodiscard]] std::string compact_hex(std::int64_t value);

// How many characters wide the cells are, so that each value has room: 1 for signs and squares.
[[nodiscard]] int characters_per_cell(const Encoding& encoding,
                                      std::span<const std::int64_t> values);

// Nothing to see: 0, or a space in a region of characters.
[[nodiscard]] bool is_empty_value(const Encoding& encoding, std::int64_t value);

// A value in words, in decimal, hexadecimal and as a character: "88 = 0x58 = 'X'".
[[nodiscard]] std::string value_words(std::int64_t value);

}  // namespace fungescope::ui
