// What can be read off a board: where its places are, what has changed, what contradicts.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/views/board.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

using CellSet = std::bitset<81>;  // of the board, row by row

[[nodiscard]] inline std::size_t board_index(Point cell) {
  return static_cast<std::size_t>(cell.y * 9 + cell.x);
}
[[nodiscard]] inline Point board_cell(std::size_t index) {
  return {static_cast<std::int64_t>(index % 9), static_cast<std::int64_t>(index / 9)};
}

// The cells of the playfield that belong to a cell of the board: of the grid, of rlatter, and of
// pspace and rstack all nine, or those of one digit (1 to 9; 0: all).
[[nodiscard]] std::vector<Rectangle> playfield_cells(const BoardMap& map, Point cell, int digit);

// The cell of the board that a cell of the playfield belongs to, if it is one.
[[nodiscard]] std::optional<Point> board_cell_at(const BoardMap& map, Point at);

// Where a fact about the board is written down: the digit of a cell, or, for a blank one, whether
// a digit is possible there.
[[nodiscard]] Rectangle fact_cells(const BoardMap& map, const BoardCell& cell, Point at, int digit);

// Since the stop before; nothing while that is not known.
struct BoardChanges {
  std::array<std::uint16_t, 81> ruled_out{};  // bit v - 1: the digit v
  CellSet digits;                             // which have another digit, not a blank
};
[[nodiscard]] BoardChanges board_changes(const ViewSnapshot& snapshot);

// Why the board cannot be completed as it is.
struct BoardConflict {
  CellSet cells;
  std::string text;  // "no place for 7 in row 3"; rows and columns from 0
};
[[nodiscard]] std::optional<BoardConflict> find_conflict(const BoardView& view);

// All cells whose digit is twice in a row, column or box; 0 is a blank.
[[nodiscard]] CellSet conflicting_cells(const std::array<std::uint8_t, 81>& digits);

// a to z, A to Z, and `+` for all that is deeper; a space for none.
[[nodiscard]] char depth_letter(std::int64_t depth);

struct BoardSummary {
  int solved = 0;
  int given = 0;
  int guesses = 0;
  std::int64_t depth = 0;
};
[[nodiscard]] BoardSummary summarise(const BoardView& view);

}  // namespace fungescope::ui
