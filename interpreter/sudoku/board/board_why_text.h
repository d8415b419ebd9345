// Words for the reasons of a sudoku board. Rows, columns and boxes are counted from 1, as a player
// names them: r5c3, box 4.
#pragma once

#include "session/why/why_text.h"

#include <optional>
#include <string>
#include <vector>

#include "sudoku/board/board_why.h"

namespace fungescope {

[[nodiscard]] std::string board_cell_name(Point cell);  // "r5c3"
// Parses a name such as "r5c3": row and column from 1, of any size. Nothing for other text.
[[nodiscard]] std::optional<Point> parse_board_cell(std::string_view text);
// "row 5", "column 3", "box 4"; of cell_unit "the cell".
[[nodiscard]] std::string board_unit_name(std::size_t unit);

// "r5c3 is 7", "r5c3 is not 7", "r5c3 is blank".
[[nodiscard]] std::string claim_of(const BoardFact& fact);
// Why it is so, with its ticks: "given, input byte 44, tick 20,010".
[[nodiscard]] std::string reason_of(const BoardFact& fact);

// Exclusions that have the same reason, and share a line: in a cell, of one digit; in
// another unit, of the digit in one or several cells.
struct BoardExclusionGroup {
  std::vector<const BoardExclusion*> exclusions;
  std::optional<std::size_t> because;
};
[[nodiscard]] std::vector<BoardExclusionGroup> groups_of(const BoardFact& fact);

// "12 givens, 2 guesses, 3 deductions, 4 deep"
[[nodiscard]] std::string to_text(const BoardWhy::Summary& summary);

// Each fact is a line below what follows from it. A fact that is used several times has a number,
// under which it is referred to after the first time.
[[nodiscard]] CauseTree to_tree(const BoardWhy& answer);

}  // namespace fungescope
