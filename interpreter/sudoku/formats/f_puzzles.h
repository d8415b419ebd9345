// Parses puzzles of the setter's tool f-puzzles.com: the value of `?load=` in its links, which is
// JSON, compressed (lz_string.h).
#pragma once

#include <string_view>
#include <variant>

#include "sudoku/formats/line_error.h"
#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

// The givens are the puzzle, with the candidates of `givenPencilMarks` in other cells; what the
// player has entered is not. A puzzle with other rules than those of sudoku is an error, as is one
// of another size. `column` is where the text starts.
[[nodiscard]] std::variant<Puzzle, LineError> parse_f_puzzles(std::string_view base64,
                                                              std::uint64_t column);

}  // namespace fungescope::puzzles
