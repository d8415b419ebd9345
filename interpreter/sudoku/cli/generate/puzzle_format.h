// Formats the puzzles of `generate`.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sudoku/cli/generate/candidate.h"
#include "sudoku/cli/solve/batch_output.h"
#include "sudoku/cli/solve/grid_drawing.h"

namespace fungescope {

// A symbol for each digit of a puzzle, in UTF-8.
using DigitSymbols = std::array<std::string, 9>;
inline const DigitSymbols plain_symbols{"1", "2", "3", "4", "5", "6", "7", "8", "9"};
// The first character of `text`, which is UTF-8, for 1, the second one for 2, and so on. Fails if
// it does not have nine different characters that are visible. Errors name --symbols.
[[nodiscard]] Result<DigitSymbols> parse_symbols(std::string_view text);

struct PuzzleFormat {
  SolutionFormat format = SolutionFormat::line;  // not `automatic`
  DigitSymbols symbols = plain_symbols;
  GridStyle style;

  // Returns one puzzle with its line ends. The first one has a header in csv, if `header`, and
  // drawn grids have an empty line before all others.
  [[nodiscard]] std::string apply(const Candidate& candidate, bool first, bool header) const;

 private:
  [[nodiscard]] std::string_view symbol_of(std::uint8_t digit) const;
  [[nodiscard]] std::string line_of(const puzzles::Grid& grid) const;
  [[nodiscard]] std::string rows_of(const puzzles::Grid& grid) const;
  [[nodiscard]] std::string csv_of(const Candidate& candidate) const;
  [[nodiscard]] std::string json_of(const Candidate& candidate) const;
  [[nodiscard]] std::string drawing_of(const puzzles::Grid& grid) const;
};

}  // namespace fungescope
