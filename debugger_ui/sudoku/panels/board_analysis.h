// Derives facts from a board: the cells that store it, its changes, and whether it is solved.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include "sudoku/board/board.h"
#include "sudoku/board/board_events.h"

namespace fungescope::ui {

using CellSet = std::bitset<81>;  // cells of the board, row by row

// Returns the cells of the playfield that store a cell of the board: one of grid, one of rlatter,
// and of pspace and rstack either all nine or the one of `digit` (1 to 9; 0: all).
[[nodiscard]] std::vector<Rectangle> playfield_cells(const BoardMap& map, Point cell, int digit);

// Returns the cell of the board to which a cell of the playfield belongs, if any.
[[nodiscard]] std::optional<Point> board_cell_at(const BoardMap& map, Point at);

// Changes since the previous stop; empty while that stop is not known.
struct BoardChanges {
  std::array<std::uint16_t, 81> ruled_out{};  // bit v - 1: the digit v
  CellSet digits;  // cells whose digit changed; blank cells are not included
};
[[nodiscard]] BoardChanges board_changes(const ViewSnapshot& snapshot);

struct BoardSummary {
  int solved = 0;
  int given = 0;
  int guesses = 0;
};
[[nodiscard]] BoardSummary summarise(const BoardView& view);

// Whether the program has ended with a solution of the puzzle, as far as its givens are known.
[[nodiscard]] bool is_solved(const ViewSnapshot& snapshot);

}  // namespace fungescope::ui
