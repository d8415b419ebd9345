// Positions of published examples.
#pragma once

#include <string_view>

#include "sudoku/techniques/candidates.h"

namespace fungescope::test {

// Returns the board of 81 digits, less candidates that are written as digit, row and column, with
// blanks between: "345 446" removes 3 from r4c5 and 4 from r4c6.
inline techniques::Candidates position(std::string_view digits, std::string_view removed = {}) {
  techniques::Candidates board(puzzles::grid_from_line(digits));
  for (std::size_t i = 0; i + 3 <= removed.size(); i += 4) {
    auto number = [&](std::size_t k) { return static_cast<std::size_t>(removed[i + k] - '0'); };
    board.eliminate(static_cast<techniques::Cell>((number(1) - 1) * 9 + number(2) - 1),
                    techniques::mask_of(static_cast<techniques::Digit>(number(0))));
  }
  return board;
}

}  // namespace fungescope::test
