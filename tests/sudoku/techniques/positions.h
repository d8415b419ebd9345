// Positions of published examples, and rated puzzles.
#pragma once

#include "support/test.h"

#include "sudoku/techniques/candidates.h"
#include "sudoku/techniques/rating.h"

namespace fungescope::test {

// Returns the board of 81 digits, less candidates that are written as digit, row and column, with
// blanks between: "345 446" removes 3 from r4c5 and 4 from r4c6.
inline techniques::Candidates position(std::string_view digits, std::string_view removed = {}) {
  techniques::Candidates board(puzzles::grid_from_line(digits));
  for (std::size_t i = 0; i + 3 <= removed.size(); i += 4) {
    auto number = [&](std::size_t k) { return static_cast<std::size_t>(removed[i + k] - '0'); };
    board.eliminate(static_cast<techniques::Cell>((number(1) - 1) * 9 + number(2) - 1),
                    techniques::mask_of(static_cast<techniques::Digit>(number(0))));
  }
  return board;
}

struct RatedPuzzle {
  // What level_of tells of a path of this rating.
  [[nodiscard]] techniques::Path path() const {
    techniques::Path path;
    if (rating == "search") path.hardest = techniques::Technique::search;
    if (rating.size() == 3) path.rating = (rating[0] - '0') * 10 + (rating[2] - '0');
    return path;
  }

  std::string puzzle;
  std::string rating;
  std::string collection;  // if the file says
};

// Reads a file of tests/data/puzzles: lines of a puzzle, its rating, and its collection.
inline std::vector<RatedPuzzle> rated_puzzles(const std::string& file) {
  std::vector<RatedPuzzle> puzzles;
  for (const std::string& line : data_lines("puzzles/" + file)) {
    if (line.size() < 84 || line[81] != ',') continue;
    const std::size_t end = std::min(line.find(',', 82), line.size());
    puzzles.push_back({line.substr(0, 81), line.substr(82, end - 82),
                       line.substr(std::min(end + 1, line.size()))});
  }
  return puzzles;
}

}  // namespace fungescope::test
