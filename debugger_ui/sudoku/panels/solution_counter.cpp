#include "debugger_ui/sudoku/panels/solution_counter.h"

#include "sudoku/solving/bitmask_solver.h"

namespace fungescope::ui {

void SolutionCounter::ask(const puzzles::Grid& puzzle) {
  count_.reset();
  job_.start(
      [puzzle](const StopToken& stop) { return puzzles::solve_with_bitmasks(puzzle, stop).count; });
}

std::optional<int> SolutionCounter::count() {
  if (const auto counted = job_.take()) count_ = counted;
  return count_;
}

int SolutionCounter::wait() {
  job_.wait();
  return *count();
}

}  // namespace fungescope::ui
