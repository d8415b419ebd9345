// Cells in words: what is shown in them, typed into them, and told of them.
#pragma once

#include "base/result.h"
#include "lang/dialect.h"
#include "lang/geometry.h"
#include "session/expressions/symbols.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// Is it drawn as itself? Latin-1 without control characters.
[[nodiscard]] constexpr bool is_visible(std::int64_t value) {
  return (value > 0x20 && value < 0x7f) || (value > 0xa0 && value <= 0xff && value != 0xad);
}
[[nodiscard]] constexpr bool is_blank(std::int64_t value) {
  return value == 0x20;
}

// The number, if it has at most `room` characters; else empty.
[[nodiscard]] std::string compact_number(std::int64_t value, std::size_t room);

// "118 · 0x76 · 'v'"; negative numbers and those above 255 without a character.
[[nodiscard]] std::string value_in_words(std::int64_t value);

// All names of a cell: of every region that it lies in, and of its variable.
[[nodiscard]] std::vector<std::string> names_at(const Symbols& symbols, Point at);

// What was typed into a cell, as an expression: one character is that character; two digits or
// more, with a sign or 0x, are a number; what begins with `=` is an expression.
[[nodiscard]] Result<std::string> parse_cell_entry(std::string_view entry);
inline constexpr const char* entry_hint =
    "one character; 10 or more: a number; =7, =x+1: an expression";

// "set 3,4 = 'v'".
[[nodiscard]] std::string set_command(Point at, std::string_view expression);

// An expression that is true when the instruction pointer comes to a cell.
[[nodiscard]] std::string pointer_condition(Point at);

// Where a command about an area has it: "3,4", or the name of the region that it is. Empty where
// there is no such region.
[[nodiscard]] std::string area_argument(const Symbols& symbols, const Rectangle& area);

// For the clipboard, a line a row. Text: what is no visible character becomes a blank. Values:
// decimal, with tabs.
using CellValue = std::function<std::int64_t(Point)>;
[[nodiscard]] std::string area_as_text(const Rectangle& area, const CellValue& value);
[[nodiscard]] std::string area_as_values(const Rectangle& area, const CellValue& value);

}  // namespace fungescope::ui
