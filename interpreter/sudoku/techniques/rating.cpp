#include "sudoku/techniques/rating.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include "sudoku/techniques/finders.h"
#include <fmt/format.h>

namespace fungescope::techniques {
namespace {

constexpr std::array<std::string_view, level_count> level_names{"easy", "medium", "hard", "expert",
                                                                "diabolical"};

constexpr Rating no_rating_limit = std::numeric_limits<Rating>::max();

// The first ratings above each level.
constexpr std::array<Rating, level_count - 1> level_limits{15, 25, 38, 50};

std::optional<Step> find_step(const Candidates& board, std::span<const Finder> finders) {
  if (board.solved()) return std::nullopt;
  for (const Finder find : finders) {
    if (std::optional<Step> step = find(board)) return step;
  }
  return std::nullopt;
}

// Returns nothing if a step is rated `limit` or above, or if stopped.
std::optional<Path> solve_below(const puzzles::Grid& puzzle, const puzzles::PencilMarks* marks,
                                Rating limit, const std::function<bool()>& stopped) {
  Path path;
  const puzzles::SolutionCount solutions = puzzles::solve_with_bitmasks(puzzle, nullptr, marks);
  path.solutions = solutions.count;
  if (solutions.count != 1) return path;
  path.solution = solutions.solution;
  const std::span<const Finder> finders = finders_below(limit);
  Candidates board(puzzle, marks);
  while (!board.solved()) {
    if (stopped && stopped()) return std::nullopt;
    std::optional<Step> step = find_step(board, finders);
    if (limit != no_rating_limit && (!step || step->rating >= limit)) return std::nullopt;
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
  return find_step(board, finder_order());
}

void apply(const Step& step, Candidates& board) {
  if (step.placement) {
    board.place(step.placement->cell, step.placement->digit);
  } else {
    for (const auto& [cell, digits] : step.eliminations) board.eliminate(cell, digits);
  }
}

Path solve_by_techniques(const puzzles::Grid& puzzle, const puzzles::PencilMarks* marks) {
  return *solve_below(puzzle, marks, no_rating_limit, {});
}

std::optional<Path> solve_at_level(const puzzles::Grid& puzzle, Level level,
                                   const std::function<bool()>& stopped) {
  const auto index = static_cast<std::size_t>(level);
  const Rating limit = index < level_limits.size() ? level_limits[index] : no_rating_limit;
  std::optional<Path> path = solve_below(puzzle, nullptr, limit, stopped);
  if (!path || path->solutions != 1 || level_of(*path) != level) return std::nullopt;
  return path;
}

std::string rating_text(Rating rating) {
  return fmt::format("{}.{}", rating / 10, rating % 10);
}

std::string rating_text(const Path& path) {
  return path.needs_search() ? "search" : rating_text(path.rating);
}

Level level_of(const Path& path) {
  if (path.needs_search()) return Level::diabolical;
  std::size_t level = 0;
  while (level < level_limits.size() && path.rating >= level_limits[level]) ++level;
  return static_cast<Level>(level);
}

std::string_view name_of(Level level) {
  return level_names[static_cast<std::size_t>(level)];
}

std::optional<Level> parse_level(std::string_view name) {
  const auto* const found = std::find(level_names.begin(), level_names.end(), name);
  if (found == level_names.end()) return std::nullopt;
  return static_cast<Level>(found - level_names.begin());
}

puzzles::ClueRequest usual_clues(Level level) {
  using puzzles::ClueRequest;
  if (level == Level::easy) return {ClueRequest::Kind::number, 36};
  if (level == Level::medium) return {ClueRequest::Kind::number, 28};
  return {};
}

std::optional<LevelPuzzle> find_puzzle_of_level(
    puzzles::PuzzleGenerator& generator, Level level, std::uint64_t first,
    const std::function<void(std::uint64_t tried)>& on_tried) {
  using Status = puzzles::GeneratedPuzzle::Status;
  const auto stopped = [&generator] { return generator.stopped(); };
  for (std::uint64_t index = first;; ++index) {
    puzzles::GeneratedPuzzle puzzle = generator.make(index);
    if (puzzle.status == Status::accepted) {
      if (auto path = solve_at_level(puzzle.grid, level, stopped)) {
        return LevelPuzzle{std::move(puzzle), std::move(*path)};
      }
    }
    if (puzzle.status == Status::stopped || generator.stopped()) return std::nullopt;
    if (on_tried) on_tried(index - first + 1);
  }
}

}  // namespace fungescope::techniques
