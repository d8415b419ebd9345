// A cell's value as people read it, in the encoding of its region or as the
// type of its variable.
#pragma once

#include "lang/annotations.h"

#include <cstdint>
#include <string>

namespace fungescope {

// ascii: one byte; 0 is a blank, other control characters and what is no byte are `?`.
// decimal, hex: the number, hexadecimal without a prefix. bool: 0 or 1, `?` for a third value.
[[nodiscard]] std::string format_cell(std::int64_t value, const Encoding& encoding);

// Are cells of this encoding words, with blanks between them, or one character each?
[[nodiscard]] bool is_blank_separated(const Encoding& encoding);

// int, long: decimal. char: 'X', or the number if that is no visible character.
// hex: 0x2a; hex8: 0x0000002a; binary: 0b101010; negative numbers with their sign, but as
// 32 or 64 bits in hex8. bool: false for 0, true for 1, else the number as well.
[[nodiscard]] std::string format_value(std::int64_t value, WatchType type);

}  // namespace fungescope
