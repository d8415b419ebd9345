#include "techniques/rating.h"

#include "puzzles/bitmask_solver.h"
#include "techniques/finders.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace fungescope::techniques {
namespace {

constexpr std::array<std::string_view, 5> level_names{"easy", "medium", "hard", "expert",
                                                      "diabolical"};

}  // namespace

Step search_step(const Candidates& board, const puzzles::Grid& solution) {
  Cell best = board.open().first();
  for (const Cell cell : board.open()) {
    if (count(board.at(cell)) < count(board.at(best))) best = cell;
  }
  Step step;
  step.technique = Technique::search;
  step.placement = Placement{best, solution.cells[best]};
  step.digits = mask_of(solution.cells[best]);
  step.pattern = {{best, board.at(best)}};
  const DigitMask wrong = without(board.at(best), step.digits);
  if (wrong != 0) step.eliminations = {{best, wrong}};
  return step;
}

std::optional<Step> find_step(const Candidates& board) {
  if (board.solved()) return std::nullopt;
  for (const Finder find : finder_order()) {
    if (std::optional<Step> step = find(board)) return step;
  }
  return std::nullopt;
}

void apply(const Step& step, Candidates& board) {
  if (step.placement) {
    board.place(step.placement->cell, step.placement->digit);
  } else {
    for (const auto& [cell, digits] : step.eliminations) board.eliminate(cell, digits);
  }
}

Path solve_by_techniques(const puzzles::Grid& puzzle) {
  Path path;
  const puzzles::SolutionCount solutions = puzzles::solve_with_bitmasks(puzzle);
  path.solutions = solutions.count;
  if (solutions.count != 1) return path;
  path.solution = solutions.solution;
  Candidates board(puzzle);
  while (!board.solved()) {
    std::optional<Step> step = find_step(board);
    if (!step) step = search_step(board, path.solution);
    if (step->rating > path.rating) {
      path.rating = step->rating;
      if (!path.needs_search()) path.hardest = step->technique;
    }
    if (step->technique == Technique::search) path.hardest = Technique::search;
    ++path.uses[static_cast<std::size_t>(step->technique)];
    apply(*step, board);
    path.steps.push_back(std::move(*step));
  }
  return path;
}

std::string rating_text(Rating rating) {
  return fmt::format("{}.{}", rating / 10, rating % 10);
}

std::string rating_text(const Path& path) {
  return path.needs_search() ? "search" : rating_text(path.rating);
}

Level level_of(const Path& path) {
  if (path.needs_search() || path.rating >= 50) return Level::diabolical;
  if (path.rating >= 38) return Level::expert;
  if (path.rating >= 25) return Level::hard;
  return path.rating >= 15 ? Level::medium : Level::easy;
}

std::string_view name_of(Level level) {
  return level_names[static_cast<std::size_t>(level)];
}

std::optional<Level> parse_level(std::string_view name) {
  const auto* const found = std::find(level_names.begin(), level_names.end(), name);
  if (found == level_names.end()) return std::nullopt;
  return static_cast<Level>(found - level_names.begin());
}

}  // namespace fungescope::techniques
