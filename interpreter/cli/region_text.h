// Formats and parses a region of the field as text, row by row, in the region's encoding:
//
//   ascii    one byte per cell; formats 0 as a blank, and other control characters and values that
//            are not bytes as `?`
//   decimal  numbers separated by blanks
//   hex      the same in base 16, without a prefix
//   bool     `0` or `1` per cell; formats any third value as `?`
//
// The decimal and hex formats are lossless.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/playfield.h"

#include <string>
#include <string_view>

namespace fungescope {

// Formats the region, each row with a line end.
[[nodiscard]] std::string format_region(const Playfield& field, const Region& region);

// Parses `text` into the region. Missing cells and rows become blank: a space in ascii, 0 in
// decimal and hex, false in bool. Too many cells or rows, and invalid cells, are errors at their
// line and column of `file`. With `signed_bytes`, cells get the low byte of the value, signed.
[[nodiscard]] Result<void> parse_into_region(Playfield& field, const Region& region,
                                             std::string_view text, const std::string& file,
                                             bool signed_bytes);

}  // namespace fungescope
