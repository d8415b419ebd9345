// A piece of the field as text, with the instruction pointer marked.
#pragma once

#include "lang/geometry.h"
#include "vm/machine.h"

#include <string>

namespace fungescope {

// The rows of `area` (inside the field) behind their numbers; below the row of the instruction
// pointer, if that is in the area, an arrow. Values that are no visible character: a dot in the
// middle.
//      3 | >5:.1-:v
//      4 |    ^   _@
//                 ^ west
[[nodiscard]] std::string field_text(const Machine& machine, const Rectangle& area);

// At most `size`, around the instruction pointer, inside the field.
[[nodiscard]] Rectangle surroundings(const Machine& machine, Size size);

}  // namespace fungescope
