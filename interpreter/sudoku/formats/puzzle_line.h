// Parses puzzles of one line: 81 cells, alone, among other fields, or in a column of a table.
//
//     003020600900305001001806400008102900700000008006708200002609500800203009005010300
//     4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... # hard
//     0000183b305c
//     050703060007000800000816000000030000005000100730040086906000204840572093000409000 1.2
//     "..5.3..81...",easy,7
//
//     https://www.sudokuwiki.org/sudoku.htm?bd=003020600900305001001806400008102900700000008...
//
// A cell is `1`-`9`, or one of `. 0 _ * - x X` for unknown.
//
// A line may also be a grid of candidates, or a link.
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

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

// An error in a line, at a column counted from 1 (0: the whole line). The reader adds the file and
// the line.
[[nodiscard]] inline tl::unexpected<Error> line_error(std::uint64_t column, std::string what,
                                                      std::string_view advice = {}) {
  return fail({{}, 0, column}, std::move(what), std::string(advice));
}

struct ParsedLine {
  // The puzzle, or why the line has none.
  Result<Puzzle> result;
  // True if the line has a puzzle or probably was intended to.
  bool looks_like_puzzle = false;
};

[[nodiscard]] ParsedLine parse_puzzle_line(std::string_view line);

// Parses text that should be one puzzle and nothing else (a field of a table, an XML attribute).
// `column` is where it starts, for messages.
[[nodiscard]] Result<Puzzle> parse_puzzle_field(std::string_view text, std::uint64_t column);

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

[[nodiscard]] Result<Puzzle> parse_table_line(std::string_view line, const TableHeader& header);

// ---- Links that hold a puzzle (puzzle_link.cpp)
//
//     https://www.sudokuwiki.org/sudoku.htm?bd=...     81 cells, or 162 digits with candidates
//     https://sudokuexchange.com/play/?s=...           81 cells
//     https://f-puzzles.com/?load=...                  JSON, compressed
//
// Nothing is fetched: a link that only names a puzzle of its site is an error.

// Returns nothing for a line without a link to one of these sites.
[[nodiscard]] std::optional<Result<Puzzle>> parse_puzzle_link(std::string_view line);

// Decompresses text that the JavaScript library lz-string has compressed by `compressToBase64`.
// Returns nothing if the text is not of this format, is cut short, or has more than `limit` units
// when decompressed. Cost: linear in the result, in time and memory.
[[nodiscard]] std::optional<std::u16string> decompress_lz_string(std::string_view base64,
                                                                 std::size_t limit);

// ---- Cells and drawings

[[nodiscard]] constexpr bool is_space(char c) {
  return c == ' ' || c == '\t';
}

// Returns 1..9, 0 for a blank, or -1 for any other character.
[[nodiscard]] constexpr int parse_cell(char c) {
  if (c >= '1' && c <= '9') return c - '0';
  return std::string_view(".0_*-xX").find(c) == std::string_view::npos ? -1 : 0;
}

inline constexpr std::string_view cell_advice = "a cell is 1 to 9, or one of . 0 _ * - x X";

// Quotes the character at `at` for a message: `"A"`, `"é"`, or `byte 0x07`.
[[nodiscard]] std::string quoted_character(std::string_view text, std::size_t at);

[[nodiscard]] std::string format_cell_count(std::size_t count);

// A line whose line-drawing characters are mapped to ASCII: `|` for a vertical, `+` for a
// horizontal or a crossing. None of them is a cell.
struct PlainLine {
  std::string text;
  std::vector<std::size_t> origin;  // of each character, its offset in the original line
};

[[nodiscard]] PlainLine to_plain(std::string_view line);

// ---- Grids of candidates (pencil marks), as other programs print them (candidate_text.cpp)
//
//     | 7     5     14    | 139   2     134   | 1369  8     49    |
//     7 5 14 139 2 134 1369 u8 49
//     1.3.......2.4....123456789...
//
// A row has nine groups of digits, between spaces and bars; a group of one digit is that digit, and
// `u` before it (.sdx) says that the player has placed it. In a line of 729 characters (Sukaku), a
// cell is nine of them: each is its digit, or a blank. A blank in place of a group is a cell with
// all candidates.

using CandidateRow = std::array<CandidateMask, 9>;

// Returns nothing for a line of any other kind, such as one with nine single cells.
[[nodiscard]] std::optional<Result<CandidateRow>> parse_candidate_row(const PlainLine& line);

// Parses all 81 groups on one line; nothing for any other line.
[[nodiscard]] std::optional<PencilMarks> parse_candidate_line(std::string_view line);

inline constexpr std::size_t sukaku_size = 9 * cell_count;

// Parses 729 cells, which start at `column`.
[[nodiscard]] Result<Puzzle> parse_sukaku(std::string_view cells, std::uint64_t column);

}  // namespace fungescope::puzzles
