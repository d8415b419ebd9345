// The reasons of steps in words; used by explanation.cpp.
#pragma once

#include <string>

#include "sudoku/techniques/candidates.h"
#include "sudoku/techniques/step.h"

namespace fungescope::techniques {

// Returns a clause that starts with "since".
[[nodiscard]] std::string reason(const Step& step, const Candidates& board);

// The reasons for single cells: last values, hidden singles, naked singles.
[[nodiscard]] std::string reason_for_single(const Step& step, const Candidates& board);

}  // namespace fungescope::techniques
