// Parses the XML files of OpenSudoku: the `data` attributes of all `game` elements, as 81 digits,
// or as `version: N` followed by value, notes and editability of each cell, separated by bars (the
// cells that are not editable are the givens).
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

// Returns all puzzles of the document, or an error if it is not well-formed XML or has no game.
// Cost: linear; memory is twice the document and up to 128 bytes for each element or attribute.
[[nodiscard]] Result<std::vector<XmlPuzzle>> parse_puzzle_xml(std::string document,
                                                              const std::string& file);

}  // namespace fungescope::puzzles
