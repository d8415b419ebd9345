// Parses puzzles of one line: 81 cells, alone, among other fields, or in a column of a table.
//
//     003020600900305001001806400008102900700000008006708200002609500800203009005010300
//     4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... # hard
//     0000183b305c
//     050703060007000800000816000000030000005000100730040086906000204840572093000409000 1.2
//     "..5.3..81...",easy,7
//
// A cell is `1`-`9`, or one of `. 0 _ * - x X` for unknown.
//
// Tables are comma-, semicolon- or tab-separated values with a header:
//
//     quizzes,solutions
//     004300209005009001...,864371259325849761...
//
// The column is found by its name; every other column is ignored. Fields may be quoted, with `""`
// for a quote inside; a quoted field ends on its line.
#pragma once

#include "base/result.h"
#include "puzzles/grid.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace fungescope::puzzles {

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

// An error in a line, at a column counted from 1 (0: the whole line).
struct LineError {
  std::uint64_t column = 0;
  std::string what;
  std::string advice;
};

struct ParsedLine {
  // The puzzle, or why the line has none.
  std::variant<Grid, LineError> result;
  // True if the line has a puzzle or probably was intended to.
  bool looks_like_puzzle = false;
};

[[nodiscard]] ParsedLine parse_puzzle_line(std::string_view line);

// Parses text that should be one puzzle and nothing else (a field of a table, an XML attribute).
// `column` is where it starts, for messages.
[[nodiscard]] std::variant<Grid, LineError> parse_puzzle_field(std::string_view text,
                                                               std::uint64_t column);

// ---- Tables

struct TableHeader {
  char separator = ',';
  std::size_t column = 0;  // index of the puzzle's field, from 0
};

// Returns nothing unless the line is a header of two or more fields, one of them named puzzle,
// quiz, sudoku or the like.
[[nodiscard]] std::optional<TableHeader> parse_table_header(std::string_view line);

// Returns whether the line is the name of such a column and nothing else.
[[nodiscard]] bool is_single_column_header(std::string_view line);

[[nodiscard]] std::variant<Grid, LineError> parse_table_line(std::string_view line,
                                                             const TableHeader& header);

}  // namespace fungescope::puzzles
