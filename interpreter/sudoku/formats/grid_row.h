// Parses one line of a puzzle that is written as nine lines: a row of cells, a ruled line of a
// drawing, or something else.
//
//     53..7....        5 3 . | . 7 . | . . .        │ 5 │ 3 │   │ ... │
//       3 2 6          +-------+-------+-------+    |5 3  |  7  |     |
//
// Rows may have spaces, commas and bars between cells; if spaces are blanks, the column of a
// character decides which cell it is. A line of nine dashes or nine spaces is a row in some puzzles
// only: grid_block.h decides.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sudoku/formats/candidate_text.h"
#include "sudoku/formats/puzzle_line.h"

namespace fungescope::puzzles {

struct ParsedRow {
  enum class Kind : std::uint8_t {
    row,
    malformed_row,  // intended as a row: see `error`
    dashes,         // nine dashes: a row or a rule
    spaces,         // nine or more spaces: a row or an empty line
    empty,
    rule,  // a line of a drawing without cells
    text,  // any other line
  };
  Kind kind = Kind::text;
  std::array<std::uint8_t, 9> cells{};
  CandidateRow candidates{};     // in place of the cells, if `of_candidates`
  bool of_candidates = false;    // a row, or malformed, of a grid of candidates
  bool positional = false;       // spaces are blanks
  bool shortened = false;        // positional, and trailing spaces are missing
  bool has_blank_marks = false;  // has blanks other than spaces
  bool has_dash_blanks = false;  // has dashes as blanks among other cells
  std::optional<LineError> error;
};

// Cost: linear in the line.
[[nodiscard]] ParsedRow parse_grid_row(std::string_view line);

}  // namespace fungescope::puzzles
