// Makes text and values from outside safe and unambiguous to print.
//
// Control characters, which could move a terminal's cursor or forge a line, become \n, \t or \xNN.
// Bytes above 127 are kept, since most of them belong to UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope {

// Whether a cell's value is an ASCII character that takes up a column: 32..126.
[[nodiscard]] constexpr bool is_printable_ascii(std::int64_t value) {
  return value >= ' ' && value <= '~';
}
// Whether it also leaves a mark there: 33..126, all of the above except the blank.
[[nodiscard]] constexpr bool is_visible_ascii(std::int64_t value) {
  return value > ' ' && value <= '~';
}

// Returns `text` with its control characters escaped.
[[nodiscard]] std::string escape_controls(std::string_view text);

// Returns "'text'", escaped, for messages. Longer text is cut after `limit` bytes with "...".
[[nodiscard]] std::string single_quoted(std::string_view text, std::size_t limit = 40);

// Returns `"text"`, escaped, as the debugger's commands read it: `"` and `\` get a backslash.
[[nodiscard]] std::string double_quoted(std::string_view text);

}  // namespace fungescope
