// Executes two runs tick by tick, on copies of their machines, and notes their first differences.
#pragma once

#include "session/comparison/divergence.h"
#include "vm/machine.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope {

class LockStep {
 public:
  // Both are at the instant at which the comparison begins.
  LockStep(ComparedRun& here, ComparedRun& there);
  ~LockStep();

  // Executes at most `ticks` from the present instant of both, which is the same. Returns the tick
  // that both have reached, or nothing if interrupted. Leaves the runs where they are. Cost: a copy
  // of both machines, and 50 ns a tick.
  [[nodiscard]] std::optional<Tick> run(Tick ticks, Monitor* monitor);

  // Whether the pointers have parted or both runs have ended.
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] Divergence& found() { return found_; }
  // Returns the cells that either has stored to in the last `run`, with duplicates.
  [[nodiscard]] std::vector<std::size_t> take_written();

 private:
  struct Runner;
  void execute(Runner& a, Runner& b);
  void note_use(const Machine& a, const Machine& b);
  void note_difference(const Runner& a, const Runner& b, const SharedStep& step);
  void note_parting(const Runner& a, const Runner& b, const SharedStep& step);
  [[nodiscard]] bool is_initial(Point at, const Both<std::int64_t>& values) const;

  ComparedRun& here_;
  ComparedRun& there_;
  Both<Snapshot> begin_;
  bool random_differs_;          // at the start
  Both<std::size_t> untouched_;  // how many of the lowest stack values were never popped
  Divergence found_;
  std::vector<std::size_t> written_;
  Both<std::unique_ptr<Runner>> runners_;  // kept for their memory
  bool ended_ = false;
};

}  // namespace fungescope
