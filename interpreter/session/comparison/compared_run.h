// One of two runs that are compared, as data and in a history of its own: run, replayed and
// searched without disturbing the session that it was taken from.
#pragma once

#include "base/result.h"
#include "history/history.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fungescope {

// A run as data: the machine it begins with, its input, and the edits made on the way. From it
// another history can repeat a run of a session, from any instant on.
struct ReplayPlan {
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
[[nodiscard]] Result<ReplayPlan> plan_run(History& history, BranchId branch, BranchInstant from,
                                          Monitor* monitor);

// Returns the first instant of the history.
[[nodiscard]] BranchInstant first_instant(const History& history);
// Returns the branch that the present line executes after `tick`.
[[nodiscard]] BranchInstant owner_of(const History& history, Tick tick);
// Returns the last instant that two branches have in common.
[[nodiscard]] BranchInstant last_common_instant(const History& history, BranchId a, BranchId b);

class ComparedRun {
 public:
  // Applies the edits at the plan's start. Fails if one does not fit.
  static Result<ComparedRun> make(ReplayPlan plan, const HistoryOptions& options);

  [[nodiscard]] const Machine& machine() const { return history_.machine(); }
  [[nodiscard]] Tick tick() const { return history_.tick(); }
  [[nodiscard]] Tick begin() const { return history_.begin(); }

  // Goes to `target`, forwards or back, or to where the run ends before it. Returns false if
  // interrupted.
  [[nodiscard]] bool go_to(Tick target, Monitor* monitor);
  // As History::run, from the present instant on. `until` is not after the next edit.
  StopReason run(Tick until, RunHooks& hooks) { return history_.run(until, hooks); }

  // The complete input of the present instant.
  [[nodiscard]] const InputLog& input() const;
  // The last tick up to the present, and the first one after it, at which the run was edited:
  // `begin` and no_limit if there is none.
  [[nodiscard]] Tick last_edit() const;
  [[nodiscard]] Tick next_edit() const;

  // Bytes of the output that were printed up to the present, from `begin` on.
  [[nodiscard]] std::string output(std::uint64_t from, std::uint64_t to) {
    return history_.output(from, to);
  }
  [[nodiscard]] Snapshot snapshot() { return history_.snapshot(); }

 private:
  ComparedRun(ReplayPlan plan, const HistoryOptions& options);
  Result<void> apply_edits();

  InputLog first_input_;
  std::vector<ReplayPlan::Edits> edits_;
  std::size_t applied_ = 0;
  History history_;
};

}  // namespace fungescope
