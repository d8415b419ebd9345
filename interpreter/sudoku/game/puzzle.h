// A puzzle to be played: its givens, and what is known of its solutions and its difficulty.
//
//     const Puzzle puzzle = examine(givens);   // on a background thread: see the cost
//     if (!puzzle.has_one_solution()) warn(puzzle.warning());
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sudoku/solving/puzzle.h"
#include "sudoku/techniques/rating.h"

namespace fungescope::game {

using techniques::Cell;
using techniques::CellSet;
using techniques::Digit;
using techniques::DigitMask;
using techniques::Level;
using techniques::Unit;

struct Puzzle {
  puzzles::Grid givens;
  int solutions = 0;       // 0, 1, or 2 for two or more
  puzzles::Grid solution;  // if there is exactly one; otherwise empty
  // Of a puzzle with one solution. The rating is 0 if it takes search.
  std::optional<Level> level;
  techniques::Rating rating = 0;

  [[nodiscard]] bool has_one_solution() const { return solutions == 1; }
  [[nodiscard]] bool is_given(Cell cell) const { return givens.cells[cell] != 0; }
  [[nodiscard]] CellSet given_cells() const;
  // "2.8" or "search"; empty without a level.
  [[nodiscard]] std::string rating_text() const;
  // Returns what the player is to know before the game, and which aids are off; empty for a puzzle
  // with one solution.
  [[nodiscard]] std::string warning() const;

  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

// Solves and rates a puzzle. Cost: up to some tenths of a second, for the rating of the hardest
// ones; far longer for a few givens that have no solution. True from `stopped` ends the count of
// solutions soon after, with an incomplete result.
[[nodiscard]] Puzzle examine(const puzzles::Grid& givens,
                             const std::function<bool()>& stopped = {});

}  // namespace fungescope::game
