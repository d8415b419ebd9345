// Makes and filters the puzzles of `generate`, one after the other.
#pragma once

#include <cstdint>
#include <optional>

#include "sudoku/generator/puzzle_generator.h"
#include "sudoku/techniques/rating.h"

namespace fungescope {

// A puzzle of the list of a seed.
struct Candidate {
  enum class Fate : std::uint8_t { kept, other_level, rejected, stopped };
  Fate fate = Fate::kept;
  puzzles::GeneratedPuzzle made;
  // If the puzzle is of a level that was asked for; without its steps.
  std::optional<techniques::Path> path;
};

// Each thread has its own.
class CandidateMaker {
 public:
  // `program` must outlive it. The `stopped` of the options ends a candidate: it is polled every
  // few milliseconds.
  CandidateMaker(const puzzles::RequestProgram& program, const puzzles::GeneratorOptions& options,
                 std::optional<techniques::Level> level);

  [[nodiscard]] Candidate make(std::uint64_t index);
  [[nodiscard]] const Engine& engine() const { return generator_.engine(); }

 private:
  puzzles::PuzzleGenerator generator_;
  std::optional<techniques::Level> level_;
  puzzles::RequestRunner::Stopped stopped_;
};

}  // namespace fungescope
