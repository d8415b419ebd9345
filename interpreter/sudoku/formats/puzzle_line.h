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
// A line may also be a grid of candidates (candidate_text.h), or a link.
//
// Tables are comma-, semicolon- or tab-separated values with a header:
//
//     quizzes,solutions
//     004300209005009001...,864371259325849761...
//
// The column is found by its name; every other column is ignored. Fields may be quoted, with `""`
// for a quote inside; a quoted field ends on its line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "sudoku/formats/plain_line.h"
#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

using ParsedPuzzle = std::variant<Puzzle, LineError>;

struct ParsedLine {
  // The puzzle, or why the line has none.
  ParsedPuzzle result;
  // True if the line has a puzzle or probably was intended to.
  bool looks_like_puzzle = false;
};

[[nodiscard]] ParsedLine parse_puzzle_line(std::string_view line);

// Parses text that should be one puzzle and nothing else (a field of a table, an XML attribute).
// `column` is where it starts, for messages.
[[nodiscard]] ParsedPuzzle parse_puzzle_field(std::string_view text, std::uint64_t column);

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

[[nodiscard]] ParsedPuzzle parse_table_line(std::string_view line, const TableHeader& header);

// ---- Links that hold a puzzle (puzzle_link.cpp)
//
//     https://www.sudokuwiki.org/sudoku.htm?bd=...     81 cells, or 162 digits with candidates
//     https://sudokuexchange.com/play/?s=...           81 cells
//     https://f-puzzles.com/?load=...                  JSON, compressed (lz_string.h)
//
// Nothing is fetched: a link that only names a puzzle of its site is an error.

// Returns nothing for a line without a link to one of these sites.
[[nodiscard]] std::optional<std::variant<Puzzle, LineError>> parse_puzzle_link(
    std::string_view line);

}  // namespace fungescope::puzzles
