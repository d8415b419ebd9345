// Makes text and values from outside safe and unambiguous to print.
//
// Control characters, which could command a terminal or forge a line, become \n, \t or \xNN for
// each of their bytes. So do bytes that are not UTF-8, the controls U+80 to U+9F, and the
// characters that change the direction of text or separate lines. All other text is kept, so
// escaping it again changes nothing.
//
// Every message to a user is escaped where it is composed: `to_string(Error)`, `TextTable`, the
// text of a command's response (`Debugger::submit`) and `print_message`. What goes into them need
// not be.
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
// As escape_controls, but keeps \n and \t: for text of several lines.
[[nodiscard]] std::string escape_lines(std::string_view text);

// Returns "'text'", escaped, for messages. Longer text is cut after at most `limit` bytes with
// "...".
[[nodiscard]] std::string single_quoted(std::string_view text, std::size_t limit = 40);

// Returns `"text"`, escaped, as the debugger's commands read it: `"` and `\` get a backslash.
[[nodiscard]] std::string double_quoted(std::string_view text);

// Returns JSON with the same characters as \uNNNN in its strings; those below U+20 already are.
// JSON allows them as they are, but terminals obey them.
[[nodiscard]] std::string escape_json(std::string json);

}  // namespace fungescope
