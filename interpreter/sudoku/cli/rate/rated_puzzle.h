// Rates puzzles for `fungescope rate`: what they take a person, and sudoku.b93.
#pragma once

#include <cstdint>
#include <optional>

#include "sudoku/cli/solve/batch.h"
#include "sudoku/solving/program_host.h"
#include "sudoku/solving/solver_knowledge.h"
#include "sudoku/techniques/rating.h"

namespace fungescope {

struct RatedPuzzle {
  // What sudoku.b93 needs.
  struct Run {
    std::uint64_t guesses = 0;
    Tick ticks = 0;
  };

  techniques::Path path;   // without its steps
  std::optional<Run> run;  // nothing if the puzzle needs its candidates, which no program gets
};

// Rates one puzzle after the other; each thread has its own. `program` is sudoku.b93 and must
// outlive it.
class PuzzleRater {
 public:
  PuzzleRater(const puzzles::SolverProgram& program, const puzzles::CheckedRegions& regions);

  // Sets `result` and, if the puzzle has one solution, `rated`.
  void rate(BatchTask& task);

 private:
  const puzzles::SolverProgram& program_;
  puzzles::CheckedRegions regions_;
  puzzles::ProgramHost host_;
};

// Returns the built-in sudoku.b93.
[[nodiscard]] Result<puzzles::SolverProgram> built_in_solver();

}  // namespace fungescope
