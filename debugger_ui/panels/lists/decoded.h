// Formats the values of cells by the variable or region to which they belong.
#pragma once

#include "session/expressions/symbols.h"

#include <cstdint>
#include <string>

namespace fungescope::ui {

// Formats the value of a variable by its type and that of a cell of a region by its encoding; any
// other as a number, followed by its character where that is visible.
[[nodiscard]] std::string format_value_at(const Symbols& symbols, Point at, std::int64_t value);

}  // namespace fungescope::ui
