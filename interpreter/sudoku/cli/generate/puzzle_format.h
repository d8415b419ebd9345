// Formats the puzzles of `generate`.
#pragma once

#include "sudoku/cli/generate/candidate.h"
#include "sudoku/cli/generate/number_symbols.h"
#include "sudoku/cli/solve/batch_output.h"
#include "sudoku/cli/solve/grid_drawing.h"

#include <string>

namespace fungescope {

struct PuzzleFormat {
  SolutionFormat format = SolutionFormat::line;  // not `automatic`
  puzzles::SquareShape shape = puzzles::square_shapes.front();
  NumberSymbols symbols{9};
  GridStyle style;

  // Returns one puzzle with its line ends. The first one has a header in csv, if `header`, and
  // drawn grids have an empty line before all others.
  [[nodiscard]] std::string apply(const Candidate& candidate, bool first, bool header) const;

 private:
  [[nodiscard]] std::string line_of(const std::vector<std::uint8_t>& cells) const;
  [[nodiscard]] std::string rows_of(const std::vector<std::uint8_t>& cells) const;
  [[nodiscard]] std::string csv_of(const Candidate& candidate) const;
  [[nodiscard]] std::string json_of(const Candidate& candidate) const;
  [[nodiscard]] std::string drawing_of(const std::vector<std::uint8_t>& cells) const;
};

}  // namespace fungescope
