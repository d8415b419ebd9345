// Brings the facts of an answer about the board into their order, and counts them.
#pragma once

#include <vector>

#include "sudoku/board/board_why.h"

namespace fungescope {

// Removes the exclusions that do not lead to a given with input.
void keep_input_only(std::vector<BoardFact>& facts);

// Returns the facts that the first one rests on, in the order of a walk that goes down first.
[[nodiscard]] std::vector<BoardFact> depth_first(std::vector<BoardFact> facts);

[[nodiscard]] BoardWhy::Summary summary_of(const std::vector<BoardFact>& facts);

}  // namespace fungescope
