// Parses links that hold a puzzle:
//
//     https://www.sudokuwiki.org/sudoku.htm?bd=...     81 cells, or 162 digits with candidates
//     https://sudokuexchange.com/play/?s=...           81 cells
//     https://f-puzzles.com/?load=...                  JSON, compressed (lz_string.h)
//
// Nothing is fetched: a link that only names a puzzle of its site is an error.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "sudoku/formats/plain_line.h"
#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

// Returns nothing for a line without a link to one of these sites.
[[nodiscard]] std::optional<std::variant<Puzzle, LineError>> parse_puzzle_link(
    std::string_view line);

}  // namespace fungescope::puzzles
