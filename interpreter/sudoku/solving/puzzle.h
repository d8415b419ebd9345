// A puzzle as files and links give it: digits, and sometimes the candidates that are left.
//
// Pencil marks are part of a puzzle if they exclude more than its digits do: they may be what makes
// its solution unique. Whatever takes digits only, as Befunge programs do, asks `digits_alone`.
#pragma once

#include "base/result.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "sudoku/solving/grid.h"

namespace fungescope::puzzles {

using CandidateMask = std::uint16_t;  // bit d-1: the digit d
inline constexpr CandidateMask all_candidates = 0x1ff;
[[nodiscard]] constexpr CandidateMask candidate_bit(int digit) {
  return static_cast<CandidateMask>(1U << static_cast<unsigned>(digit - 1));
}

// The candidates of each cell; of a cell with a digit, that digit alone.
using PencilMarks = std::array<CandidateMask, cell_count>;

struct Puzzle {
  Grid grid;
  std::shared_ptr<const PencilMarks> marks;  // null if the digits exclude as much

  friend bool operator==(const Puzzle& a, const Puzzle& b) {
    return a.grid == b.grid && (a.marks == nullptr) == (b.marks == nullptr) &&
           (a.marks == nullptr || *a.marks == *b.marks);
  }
};

// Returns the puzzle of a grid of candidates: a cell with one of them holds that digit. A cell
// without any makes the puzzle unsolvable.
[[nodiscard]] Puzzle puzzle_of(const PencilMarks& candidates);

// Returns the digits of a puzzle, or an error at `where` if its marks exclude solutions that these
// have. Digits with one solution or none never need marks. Cost: a solution if the puzzle
// has marks, else none.
[[nodiscard]] Result<Grid> digits_alone(const Puzzle& puzzle, SourceLocation where,
                                        std::string advice);

}  // namespace fungescope::puzzles
