// Puzzles in a table: comma-, semicolon- or tab-separated values with a header.
//
//     quizzes,solutions
//     004300209005009001...,864371259325849761...
//
// The column is found by its name; every other column is ignored. Fields may be
// quoted, with `""` for a quote inside; a quoted field ends on its line.
#pragma once

#include "puzzles/grid.h"
#include "puzzles/puzzle_line.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

namespace fungescope::puzzles {

struct TableHeader {
  char separator = ',';
  std::size_t column = 0;  // which field holds the puzzle, from 0
};

// Nothing if the line is no header of two or more fields, one of them named
// puzzle, quiz, sudoku or the like.
[[nodiscard]] std::optional<TableHeader> parse_table_header(std::string_view line);

// Is the line the name of such a column and nothing else?
[[nodiscard]] bool is_single_column_header(std::string_view line);

[[nodiscard]] std::variant<Grid, LineError> parse_table_line(std::string_view line,
                                                             const TableHeader& header);

}  // namespace fungescope::puzzles
