// What a person calls a cell.
#pragma once

#include "lang/geometry.h"
#include "session/expressions/symbols.h"

#include <string>

namespace fungescope {

// "Solve::x" for a variable's cell, "grid(2,5)" for one of a region, else "(3, 4)".
[[nodiscard]] std::string cell_name(const Symbols& symbols, Point at);

}  // namespace fungescope
