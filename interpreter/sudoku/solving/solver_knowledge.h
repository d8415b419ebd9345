// What sudoku.b93 knows of a puzzle, and when: the tick at which it set each digit and ruled out
// each candidate for good, and how many guesses it needs.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "sudoku/solving/program_host.h"
#include "sudoku/solving/reference_solver.h"

namespace fungescope::puzzles {

// The built-in sudoku.b93, and where its regions are.
struct BuiltInSolver {
  SolverProgram program = SolverProgram::load().value();
  CheckedRegions regions = find_checked_regions(program.annotations, program.file).value();
};

// Returns how many guesses the program makes, wrong ones included: the reference solver's,
// which makes the same decisions. Cost: less than the program's run.
[[nodiscard]] std::uint64_t count_guesses(const BuiltInSolver& solver, const Grid& puzzle);

struct SolverKnowledge {
  std::array<Tick, cell_count> digits{};                    // when each cell got its digit
  std::array<std::array<Tick, 9>, cell_count> ruled_out{};  // of digit d: at d-1; 0 if never
  Tick ticks = 0;
  std::uint64_t guesses = 0;
};

// Runs the program on a puzzle and records its writes. Returns nothing if it did not come to its
// end, because `interrupted` was set.
[[nodiscard]] std::optional<SolverKnowledge> record_knowledge(const BuiltInSolver& solver,
                                                              const Grid& puzzle,
                                                              const std::atomic<bool>& interrupted);

}  // namespace fungescope::puzzles
