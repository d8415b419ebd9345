// What the parsers of lines share: errors with a column, and cells.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope::puzzles {

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
