#include "sudoku/game/puzzle.h"

namespace fungescope::game {

CellSet Puzzle::given_cells() const {
  CellSet cells;
  for (const Cell cell : techniques::every_cell) {
    if (is_given(cell)) cells.insert(cell);
  }
  return cells;
}

std::string Puzzle::rating_text() const {
  if (!level) return {};
  return rating == 0 ? "search" : techniques::rating_text(rating);
}

std::string Puzzle::warning() const {
  if (has_one_solution()) return {};
  const std::string off =
      "wrong digits are not shown or counted, the solution cannot be shown, and the time is not "
      "kept";
  if (solutions > 1) return "the puzzle has more than one solution: " + off;
  if (const auto contradiction = puzzles::find_contradiction(givens)) {
    return "the puzzle has no solution, since " + puzzles::describe(*contradiction) + ": " + off;
  }
  return "the puzzle has no solution: there are no hints, " + off;
}

Puzzle examine(const puzzles::Grid& givens, const std::function<bool()>& stopped) {
  Puzzle puzzle;
  puzzle.givens = givens;
  const puzzles::SolutionCount solutions = puzzles::solve_with_bitmasks(givens, stopped);
  puzzle.solutions = solutions.count;
  if (solutions.count != 1 || (stopped && stopped())) return puzzle;
  puzzle.solution = solutions.solution;
  const techniques::Path path = techniques::solve_by_techniques(givens);
  puzzle.level = techniques::level_of(path);
  if (!path.needs_search()) puzzle.rating = path.rating;
  return puzzle;
}

}  // namespace fungescope::game
