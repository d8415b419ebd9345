#include "sudoku/cli/generate/candidate.h"

#include <utility>

namespace fungescope {
namespace {

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

CandidateMaker::CandidateMaker(const puzzles::RequestProgram& program,
                               const puzzles::GeneratorOptions& options,
                               std::optional<techniques::Level> level)
    : generator_(program, options), level_(level), stopped_(options.stopped) {}

Candidate CandidateMaker::make(std::uint64_t index) {
  Candidate candidate;
  candidate.made = generator_.make(index);
  candidate.fate = fate_of(candidate.made.status);
  if (!level_ || candidate.fate != Candidate::Fate::kept) return candidate;
  candidate.path = techniques::solve_at_level(candidate.made.grid, *level_, stopped_);
  if (candidate.path) {
    candidate.path->steps = {};
  } else {
    candidate.fate =
        stopped_ && stopped_() ? Candidate::Fate::stopped : Candidate::Fate::other_level;
  }
  return candidate;
}

}  // namespace fungescope
