// Puzzles in the XML files of OpenSudoku: the `data` attributes of all `game`
// elements, as 81 digits, or as `version: N` and then value, notes and
// editability of each cell, separated by bars (of these the cells that are not
// editable are the givens).
#pragma once

#include "base/result.h"
#include "puzzles/grid.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::puzzles {

struct XmlPuzzle {
  std::uint64_t line = 0;
  Result<Grid> puzzle;
};

// All puzzles of the document; an error if it is no well-formed XML or holds no
// game. Cost: linear; memory about three times the document.
[[nodiscard]] Result<std::vector<XmlPuzzle>> parse_puzzle_xml(std::string document,
                                                              const std::string& file);

}  // namespace fungescope::puzzles
