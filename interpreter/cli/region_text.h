// A region of the field as text, row by row, in the region's encoding:
//
//   ascii    a byte a cell. Printing shows 0 as a blank and other control
//            characters, and values that are no byte, as `?`
//   decimal  numbers with blanks between them
//   hex      the same in base 16, without a prefix
//   bool     `0` or `1` a cell; printing shows any third value as `?`
//
// What is printed in decimal or hex can be read back.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/playfield.h"

#include <string>
#include <string_view>

namespace fungescope {

// Every row with a line end.
[[nodiscard]] std::string format_region(const Playfield& field, const Region& region);

// Fills the region. A short row, and rows that are missing, become blank: a
// space in ascii, 0 in decimal and hex, false in bool. Too many cells or rows,
// and what is no cell in the encoding, are errors at their line and column of
// `file`. With `signed_bytes` a cell takes the low byte of its value, signed.
[[nodiscard]] Result<void> parse_into_region(Playfield& field, const Region& region,
                                             std::string_view text, const std::string& file,
                                             bool signed_bytes);

}  // namespace fungescope
