// Makes text and values from outside safe and unambiguous to print, and measures UTF-8.
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

// ---- UTF-8, as JSON and editor protocols require it

// Returns the size of the longest prefix that consists of whole, valid code points.
[[nodiscard]] std::size_t valid_utf8_prefix(std::string_view text);

// Returns the size of the code point at the start of `text`; 0 if it is invalid.
[[nodiscard]] std::size_t code_point_size(std::string_view text);

// Returns whether `text`, after its valid prefix, could become valid with further bytes.
[[nodiscard]] bool is_truncated_utf8(std::string_view text);

// Returns the first code point of `text`, which begins with a valid one.
[[nodiscard]] char32_t first_code_point(std::string_view text);
// Appends a code point, at most U+10FFFF.
void append_utf8(std::string& text, char32_t code_point);
// Whether a number is a code point of a character: at most U+10FFFF and not a surrogate.
[[nodiscard]] constexpr bool is_code_point(std::int64_t value) {
  return (value >= 0 && value < 0xd800) || (value > 0xdfff && value <= 0x10ffff);
}

// Encodes each byte as the code point U+00 to U+FF of the same number.
[[nodiscard]] std::string latin1_to_utf8(std::string_view bytes);

// Returns the length of valid UTF-8 in UTF-16 code units. A truncated code point at the end counts
// as if it were whole.
[[nodiscard]] std::size_t utf16_length(std::string_view text);
// Returns the offset of the code point that contains the UTF-16 code unit number `unit`, or the
// size of `text` if it has fewer units.
[[nodiscard]] std::size_t byte_at_utf16_offset(std::string_view text, std::size_t unit);

// ---- Escaping

// Whether a cell's value is an ASCII character that takes up a column: 32..126.
[[nodiscard]] constexpr bool is_printable_ascii(std::int64_t value) {
  return value >= ' ' && value <= '~';
}
// Whether it also leaves a mark there: 33..126, all of the above except the blank.
[[nodiscard]] constexpr bool is_visible_ascii(std::int64_t value) {
  return value > ' ' && value <= '~';
}
// The same of Latin-1.
[[nodiscard]] constexpr bool is_visible(std::int64_t value) {
  return is_visible_ascii(value) || (value > 0xa0 && value <= 0xff && value != 0xad);
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
