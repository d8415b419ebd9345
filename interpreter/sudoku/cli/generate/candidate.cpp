#include "sudoku/cli/generate/candidate.h"

#include <utility>

namespace fungescope {
namespace {

Candidate candidate_of(puzzles::GeneratedPuzzle puzzle) {
  Candidate candidate;
  candidate.cells.assign(puzzle.grid.cells.begin(), puzzle.grid.cells.end());
  candidate.solution.assign(puzzle.solution.cells.begin(), puzzle.solution.cells.end());
  return candidate;
}

Candidate candidate_of(puzzles::GeneratedSquare square) {
  Candidate candidate;
  candidate.cells = std::move(square.cells);
  candidate.solution = std::move(square.solution);
  return candidate;
}

Candidate::Fate fate_of(puzzles::GeneratedPuzzle::Status status) {
  switch (status) {
    case puzzles::GeneratedPuzzle::Status::accepted:
      return Candidate::Fate::kept;
    case puzzles::GeneratedPuzzle::Status::rejected:
      return Candidate::Fate::rejected;
    case puzzles::GeneratedPuzzle::Status::stopped:
      break;
  }
  return Candidate::Fate::stopped;
}

}  // namespace

Result<CandidateMaker> CandidateMaker::create(const puzzles::RequestProgram& program,
                                              const CandidateRequest& request,
                                              puzzles::RequestRunner::Stopped stopped) {
  if (!request.squares) {
    puzzles::PuzzleGenerator generator(program,
                                       {request.seed, request.clues, request.engine, stopped});
    return CandidateMaker(std::move(generator), request, std::move(stopped));
  }
  auto generator = puzzles::SquareGenerator::create(
      program, {request.seed, *request.squares, request.hidden_percent, request.engine, stopped});
  if (!generator) return tl::unexpected(generator.error());
  return CandidateMaker(std::move(*generator), request, std::move(stopped));
}

CandidateMaker::CandidateMaker(Generator generator, const CandidateRequest& request,
                               puzzles::RequestRunner::Stopped stopped)
    : generator_(std::move(generator)), levels_(request.levels), stopped_(std::move(stopped)) {}

Candidate CandidateMaker::make(std::uint64_t index) {
  const auto make_with = [index](auto& generator) {
    auto made = generator.make(index);
    const auto [status, seed, ticks, rejection] =
        std::tuple(made.status, made.seed, made.ticks, made.rejection);
    std::string reason = std::move(made.reason);
    Candidate candidate = candidate_of(std::move(made));
    candidate.fate = fate_of(status);
    candidate.seed = seed;
    candidate.ticks = ticks;
    candidate.rejection = rejection;
    candidate.reason = std::move(reason);
    return candidate;
  };
  Candidate candidate = std::visit(make_with, generator_);
  if (!levels_ || candidate.fate != Candidate::Fate::kept) return candidate;
  puzzles::Grid grid;
  std::copy(candidate.cells.begin(), candidate.cells.end(), grid.cells.begin());
  candidate.path = techniques::solve_at_level(grid, *levels_, stopped_);
  if (candidate.path) {
    candidate.path->steps = {};
  } else {
    candidate.fate =
        stopped_ && stopped_() ? Candidate::Fate::stopped : Candidate::Fate::other_level;
  }
  return candidate;
}

const Engine& CandidateMaker::engine() const {
  return std::visit([](const auto& generator) -> const Engine& { return generator.engine(); },
                    generator_);
}

}  // namespace fungescope
