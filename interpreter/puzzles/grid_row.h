// One line of a puzzle that is written as nine lines: a row of cells, a ruled
// line of a drawing, or something else.
//
//     53..7....        5 3 . | . 7 . | . . .        │ 5 │ 3 │   │ ... │
//       3 2 6          +-------+-------+-------+    |5 3  |  7  |     |
//
// Rows may have spaces, commas and bars between cells; where spaces stand for
// blanks, the place of a character decides which cell it is. A line of nine
// dashes, or of nine spaces, is a row in some puzzles and none in others: who
// collects the rows (grid_block.h) knows.
#pragma once

#include "puzzles/puzzle_line.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fungescope::puzzles {

struct ParsedRow {
  enum class Kind : std::uint8_t {
    row,
    broken_row,  // meant as a row: see `fault`
    dashes,      // nine dashes: a row or a rule
    spaces,      // nine or more spaces: a row or nothing
    empty,
    rule,  // a line of a drawing without cells
    text,  // anything else
  };
  Kind kind = Kind::text;
  std::array<std::uint8_t, 9> cells{};
  bool positional = false;       // spaces stood for blanks
  bool shortened = false;        // positional, and spaces at the end are missing
  bool has_blank_marks = false;  // it has blanks other than spaces
  bool has_dash_blanks = false;  // it has dashes as blanks beside other cells
  std::optional<LineError> fault;
};

[[nodiscard]] ParsedRow parse_grid_row(std::string_view line);

}  // namespace fungescope::puzzles
