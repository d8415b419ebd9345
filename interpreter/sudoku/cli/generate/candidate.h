// Makes and filters the puzzles of `generate`, one after the other.
#pragma once

#include "sudoku/generator/puzzle_generator.h"
#include "sudoku/generator/square_generator.h"
#include "sudoku/techniques/rating.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fungescope {

// What every puzzle must be.
struct CandidateRequest {
  std::uint64_t seed = 0;
  EngineKind engine = EngineKind::automatic;
  std::optional<puzzles::SquareShape> squares;  // squares.b93 instead of setter.b93
  unsigned hidden_percent = 0;                  // of squares
  puzzles::ClueRequest clues;                   // of others
  std::optional<techniques::LevelRange> levels;

  [[nodiscard]] puzzles::SquareShape shape() const {
    return squares.value_or(puzzles::square_shapes.front());
  }
};

// A puzzle of the list of a seed.
struct Candidate {
  enum class Fate : std::uint8_t { kept, other_level, rejected, stopped };
  Fate fate = Fate::kept;
  std::uint64_t seed = 0;  // of the run that made it
  Tick ticks = 0;
  std::vector<std::uint8_t> cells;     // row by row, 0 for an unknown one
  std::vector<std::uint8_t> solution;  // row by row
  // With CandidateRequest::levels, if kept; without its steps.
  std::optional<techniques::Path> path;
  puzzles::Rejection rejection = puzzles::Rejection::none;
  std::string reason;  // for users; empty unless rejected
};

// Each thread has its own.
class CandidateMaker {
 public:
  // `program` must outlive it. `stopped` ends a candidate: it is polled every few milliseconds.
  [[nodiscard]] static Result<CandidateMaker> create(const puzzles::RequestProgram& program,
                                                     const CandidateRequest& request,
                                                     puzzles::RequestRunner::Stopped stopped);

  [[nodiscard]] Candidate make(std::uint64_t index);
  [[nodiscard]] const Engine& engine() const;

 private:
  using Generator = std::variant<puzzles::PuzzleGenerator, puzzles::SquareGenerator>;
  CandidateMaker(Generator generator, const CandidateRequest& request,
                 puzzles::RequestRunner::Stopped stopped);

  Generator generator_;
  std::optional<techniques::LevelRange> levels_;
  puzzles::RequestRunner::Stopped stopped_;
};

}  // namespace fungescope
