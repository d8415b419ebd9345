// The puzzle that a solver program reads from its input, by the rules of sudoku.b93 (READ).
#pragma once

#include "puzzles/grid.h"

#include <cstdint>
#include <string_view>

namespace fungescope::ui {

struct PuzzleInput {
  enum class Kind : std::uint8_t {
    puzzle,   // 81 cells
    none,     // the end comes before the first cell: the program keeps the grid that it has
    broken,   // the end comes later: `invalid puzzle`
    unknown,  // more bytes may come
  };
  Kind kind = Kind::unknown;
  puzzles::Grid grid;  // of a puzzle
};

// A digit is a digit; a space and `.`, `0`, `_`, `*` are blanks; all else is skipped.
[[nodiscard]] PuzzleInput read_puzzle_input(std::string_view bytes, bool closed);

}  // namespace fungescope::ui
