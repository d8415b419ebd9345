// Parses grids of candidates (pencil marks), as other programs print them:
//
//     | 7     5     14    | 139   2     134   | 1369  8     49    |
//     7 5 14 139 2 134 1369 u8 49
//     1.3.......2.4....123456789...
//
// A row has nine groups of digits, between spaces and bars; a group of one digit is that digit, and
// `u` before it (.sdx) says that the player has placed it. In a line of 729 characters (Sukaku), a
// cell is nine of them: each is its digit, or a blank. A blank in place of a group is a cell with
// all candidates.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <variant>

#include "sudoku/formats/plain_line.h"
#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

using CandidateRow = std::array<CandidateMask, 9>;

// Returns nothing for a line of any other kind, such as one with nine single cells.
[[nodiscard]] std::optional<std::variant<CandidateRow, LineError>> parse_candidate_row(
    const PlainLine& line);

// Parses all 81 groups on one line; nothing for any other line.
[[nodiscard]] std::optional<PencilMarks> parse_candidate_line(std::string_view line);

inline constexpr std::size_t sukaku_size = 9 * cell_count;

// Parses 729 cells, which start at `column`.
[[nodiscard]] std::variant<PencilMarks, LineError> parse_sukaku(std::string_view cells,
                                                                std::uint64_t column);

}  // namespace fungescope::puzzles
