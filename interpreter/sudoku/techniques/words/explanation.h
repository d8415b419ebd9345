// Steps in words, and hints of three strengths.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sudoku/techniques/candidates.h"
#include "sudoku/techniques/step.h"

namespace fungescope::techniques {

// Returns the step with its reason, on one line without a full stop:
// "r5c3 = 7: hidden single in row 5, since 7 is ruled out of r5c1 by r2c1". `board` is the one
// before the step.
[[nodiscard]] std::string explain(const Step& step, const Candidates& board);

// The reason alone: a clause that starts with "since".
[[nodiscard]] std::string reason(const Step& step, const Candidates& board);

// The filled cells that the reason of a hidden or naked single rests on; empty for other steps.
[[nodiscard]] CellSet cited_cells(const Step& step, const Candidates& board);

// What the step does: "r5c3 = 7", or "r4c7 and r4c8 lose 3".
[[nodiscard]] std::string conclusion(const Step& step);

// The part of the board to look at for a step: units, or cells if there are none. It does not say
// the digit, nor a cell to be filled if there are others to look at.
struct Focus {
  std::vector<Unit> units;
  CellSet cells;
};
[[nodiscard]] Focus focus_of(const Step& step);

enum class HintStrength : std::uint8_t {
  where,      // the part of the board to look at
  technique,  // that, and the technique
  step,       // all
};

[[nodiscard]] std::string hint(const Step& step, const Candidates& board, HintStrength strength);

// ---- Cells, digits and units in words: "r5c3", "4 and 7", "box 4". Rows, columns and boxes are
// counted from 1; boxes row by row.

// "r1c1, r1c2 and r2c3"
[[nodiscard]] std::string to_text(const CellSet& cells, std::string_view conjunction = "and");
[[nodiscard]] std::string units_text(const std::vector<Unit>& units);  // "rows 1 and 5"
// "2, 4 and 7"
[[nodiscard]] std::string digits_text(DigitMask digits, std::string_view conjunction = "and");

// "r1c1 and r1c2 lose 3; r6c1 loses 4 and 5".
[[nodiscard]] std::string eliminations_text(const std::vector<CellDigits>& eliminations);

}  // namespace fungescope::techniques
