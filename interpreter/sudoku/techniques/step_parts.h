// Helpers with which the techniques fill in a Step.
#pragma once

#include "sudoku/techniques/candidates.h"
#include "sudoku/techniques/step.h"

namespace fungescope::techniques {

// Returns the candidates among `digits` that the cells have, in reading order.
[[nodiscard]] std::vector<CellDigits> candidates_in(const Candidates& board, const CellSet& cells,
                                                    DigitMask digits);

// Returns the cells of a unit at some places.
[[nodiscard]] CellSet cells_at(Unit unit, Places places);

// Returns the union of the places of some digits in a unit if each has at least two of them and
// they are `size` in all; otherwise 0.
[[nodiscard]] Places shared_places(const Candidates& board, Unit unit, DigitMask digits, int size);

}  // namespace fungescope::techniques
