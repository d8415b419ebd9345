// Puzzles of one line: 81 cells, among other fields or alone.
//
//     003020600900305001001806400008102900700000008006708200002609500800203009005010300
//     4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... # hard
//     0000183b305c
//     050703060007000800000816000000030000005000100730040086906000204840572093000409000 1.2
//     "..5.3..81...",easy,7
//
// A cell is `1`-`9`, or one of `. 0 _ * - x X` for unknown.
#pragma once

#include "base/result.h"
#include "puzzles/grid.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace fungescope::puzzles {

// 1..9, 0 for a blank, -1 for anything else.
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

// The character at `at`, quoted, for a message: `"A"`, `"é"`, or `byte 0x07`.
[[nodiscard]] std::string quoted_character(std::string_view text, std::size_t at);

// "7 cells", "1 cell".
[[nodiscard]] std::string format_cell_count(std::size_t count);

// What is wrong with a line, at a column counted from 1 (0: the whole line).
struct LineError {
  std::uint64_t column = 0;
  std::string what;
  std::string advice;
};

struct ParsedLine {
  // The puzzle, or why there is none.
  std::variant<Grid, LineError> result;
  // Without a puzzle: is it likely that one was meant?
  bool meant = false;
};

[[nodiscard]] ParsedLine parse_puzzle_line(std::string_view line);

// `text` is meant to be one puzzle and nothing else (a field of a table, an XML
// attribute); `column` is where it starts, for messages.
[[nodiscard]] std::variant<Grid, LineError> parse_puzzle_field(std::string_view text,
                                                               std::uint64_t column);

}  // namespace fungescope::puzzles
