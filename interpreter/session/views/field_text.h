// A part of the playfield as text, with row and column numbers.
#pragma once

#include "lang/geometry.h"
#include "vm/machine.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope {

// Returns an area of at most `size` around the instruction pointer, inside the field.
[[nodiscard]] Rectangle surroundings(const Machine& machine, Size size);

// Formats the rows of `area` (inside the field) after their numbers, below a column ruler; below
// the row of the instruction pointer, if that is in the area, an arrow. A value without a visible
// character is a middle dot.
//               1
//           67890123456
//       3 | >5:.1-:v
//       4 |    ^   _@
//                  ^ west
[[nodiscard]] std::string field_text(const Machine& machine, const Rectangle& area);

// Formats the numbers of the columns `begin` .. `begin` + `width` - 1 as lines after `margin`: the
// last digit of each, and above every tenth, and above the first if there is room, the digits
// before it. Without a column from 10 on that line is left out.
[[nodiscard]] std::string column_ruler(std::int64_t begin, std::int64_t width,
                                       std::string_view margin);

}  // namespace fungescope
