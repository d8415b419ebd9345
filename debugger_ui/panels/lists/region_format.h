// Formats the values of a region's cells.
#pragma once

#include "lang/annotations.h"

#include <cstdint>
#include <span>
#include <string>

namespace fungescope::ui {

// Formats in at most six characters: 99999, 123k, -45M.
[[nodiscard]] std::string compact_decimal(std::int64_t value);
// Formats in at most eight characters: FFFF, -1A, ~0123456 where upper digits are cut off.
[[nodiscard]] std::string compact_hex(std::int64_t value);

// Returns the width of cells in characters, so that each value fits; 1 for characters and booleans.
[[nodiscard]] int characters_per_cell(const Encoding& encoding,
                                      std::span<const std::int64_t> values);

// Is nothing drawn for the value? 0, or a space in a region of characters.
[[nodiscard]] bool is_empty_value(const Encoding& encoding, std::int64_t value);

// Formats a value in decimal, hexadecimal and as a character: "88 = 0x58 = 'X'".
[[nodiscard]] std::string value_words(std::int64_t value);

}  // namespace fungescope::ui
