// Parses the input of a solver program by the rules of sudoku.b93 (READ).
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "sudoku/solving/grid.h"

namespace fungescope::ui {

struct PuzzleInput {
  enum class Kind : std::uint8_t {
    puzzle,   // all 81 cells are known
    none,     // closed before the first cell: the program keeps its grid
    broken,   // closed in between: `invalid puzzle`
    unknown,  // more bytes may come
  };
  Kind kind = Kind::unknown;
  puzzles::Grid grid;  // valid for Kind::puzzle
};

// 1 to 9 are digits; a space and `.`, `0`, `_`, `*` are empty cells; other bytes are skipped.
[[nodiscard]] PuzzleInput read_puzzle_input(std::string_view bytes, bool closed);

// Returns the puzzle that the program solves, if that is known: its input, or else the one in its
// source; of a program that reads nothing, what its grid holds, or held when the search began.
[[nodiscard]] std::optional<puzzles::Grid> program_puzzle(const ViewSnapshot& snapshot);

}  // namespace fungescope::ui
