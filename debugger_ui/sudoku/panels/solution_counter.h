// Counts the solutions of a puzzle in the background: one with few givens may take long.
#pragma once

#include "debugger_ui/background/background_job.h"

#include <optional>

#include "sudoku/solving/grid.h"

namespace fungescope::ui {

class SolutionCounter {
 public:
  // Starts a count and cancels that of an older puzzle.
  void ask(const puzzles::Grid& puzzle);
  // Returns 0, 1, or 2 for more than one solution of the latest puzzle; nothing while it is
  // counted.
  [[nodiscard]] std::optional<int> count();
  // Blocks until the count is known; for tests.
  int wait();

 private:
  std::optional<int> count_;
  BackgroundJob<int> job_;
};

}  // namespace fungescope::ui
