// Cells, digits and units in words: "r5c3", "4 and 7", "box 4". Rows, columns and boxes are counted
// from 1; boxes row by row.
#pragma once

#include <string>

#include "sudoku/techniques/step.h"

namespace fungescope::techniques {

[[nodiscard]] std::string to_text(Cell cell);
[[nodiscard]] std::string to_text(const CellSet& cells);               // "r1c1, r1c2 and r2c3"
[[nodiscard]] std::string unit_text(Unit unit);                        // "row 5"
[[nodiscard]] std::string units_text(const std::vector<Unit>& units);  // "rows 1 and 5"
[[nodiscard]] std::string digits_text(DigitMask digits);               // "2, 4 and 7"

// Joins words: "a", "a and b", "a, b and c".
[[nodiscard]] std::string join(const std::vector<std::string>& words,
                               std::string_view last = " and ");

// "r1c1 and r1c2 lose 3; r6c1 loses 4 and 5".
[[nodiscard]] std::string eliminations_text(const std::vector<CellDigits>& eliminations);

}  // namespace fungescope::techniques
