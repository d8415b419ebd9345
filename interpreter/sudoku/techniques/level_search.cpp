#include "sudoku/techniques/level_search.h"

#include <utility>

namespace fungescope::techniques {

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
