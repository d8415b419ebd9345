// What the parsers of lines share: lines without drawing characters, cells, and errors with a
// column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::puzzles {

// A line whose line-drawing characters are mapped to ASCII: `|` for a vertical, `=` for a
// horizontal, `+` for a crossing. None of them is a cell.
struct PlainLine {
  std::string text;
  std::vector<std::size_t> origin;  // of each character, its offset in the original line
};

[[nodiscard]] PlainLine to_plain(std::string_view line);

[[nodiscard]] constexpr bool is_space(char c) {
  return c == ' ' || c == '\t';
}

// An error in a line, at a column counted from 1 (0: the whole line).
struct LineError {
  std::uint64_t column = 0;
  std::string what;
  std::string advice;
};

// Returns 1..9, 0 for a blank, or -1 for any other character.
[[nodiscard]] constexpr int parse_cell(char c) {
  if (c >= '1' && c <= '9') return c - '0';
  switch (c) {
    case '.':
    case '0':
    case '_':
    case '*':
    case '-':
    case 'x':
    case 'X':
      return 0;
    default:
      return -1;
  }
}

inline constexpr std::string_view cell_advice = "a cell is 1 to 9, or one of . 0 _ * - x X";

// Quotes the character at `at` for a message: `"A"`, `"é"`, or `byte 0x07`.
[[nodiscard]] std::string quoted_character(std::string_view text, std::size_t at);

// Returns "7 cells", "1 cell".
[[nodiscard]] std::string format_cell_count(std::size_t count);

}  // namespace fungescope::puzzles
