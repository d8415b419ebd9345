// Parses the XML files of OpenSudoku, of every version: the `data` attributes of all `game`
// elements.
//
// They are 81 digits, or `version: N` followed by records of value, notes and editability of each
// cell, with a bar after each (two bars after the notes of version 2). The cells that are not
// editable are the givens. What the player has entered or noted is not part of the puzzle.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

struct XmlPuzzle {
  std::uint64_t line = 0;
  Result<Puzzle> puzzle;
};

// Returns all puzzles of the document, or an error if it is not well-formed XML or has no game.
// Cost: linear; memory is twice the document and up to 128 bytes for each element or attribute.
[[nodiscard]] Result<std::vector<XmlPuzzle>> parse_puzzle_xml(std::string document,
                                                              const std::string& file);

}  // namespace fungescope::puzzles
