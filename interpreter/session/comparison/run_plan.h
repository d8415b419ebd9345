// A run as data: the machine it begins with, its input, and the edits made on the way. From it
// another history can repeat a run of a session, from any instant on, and leave the session alone.
#pragma once

#include "base/result.h"
#include "history/history.h"

#include <vector>

namespace fungescope {

struct RunPlan {
  // Edits at one instant, and the input from there on, complete.
  struct Edits {
    Tick tick = 0;
    std::vector<Edit> edits;
    InputLog input;
  };
  Machine start;
  InputLog input;
  std::vector<Edits> edits;  // ascending; none before `start`
  Tick known_end = 0;        // the highest tick recorded
};

// An instant of one branch: before the edits of branches that begin there.
struct BranchInstant {
  BranchId branch = 0;
  Tick tick = 0;
};

// Returns the run that leads to the end of `branch`, from an instant on that is on its line (see
// history/branch_tree.h). Leaves the present instant unchanged. Fails when interrupted.
[[nodiscard]] Result<RunPlan> plan_run(History& history, BranchId branch, BranchInstant from,
                                       Monitor* monitor);

// Returns the first instant of the history.
[[nodiscard]] BranchInstant first_instant(const History& history);
// Returns the branch that the present line executes after `tick`.
[[nodiscard]] BranchInstant owner_of(const History& history, Tick tick);
// Returns the last instant that two branches have in common.
[[nodiscard]] BranchInstant last_common_instant(const History& history, BranchId a, BranchId b);

}  // namespace fungescope
