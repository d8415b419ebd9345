// Values of cells as people read them: as the variable or region that the cell belongs to has it.
#pragma once

#include "session/expressions/symbols.h"

#include <cstdint>
#include <string>

namespace fungescope::ui {

// A variable by its type, a cell of a region by its encoding, in quotes where that is a
// character; else the number, with its character where that is visible.
[[nodiscard]] std::string format_value_at(const Symbols& symbols, Point at, std::int64_t value);

}  // namespace fungescope::ui
