// Records the speculations that failed, so that code is compiled without them from then on.
//
// Native code assumes that coordinates are inside the field, that computed stores miss the cells
// whose values it knows, and that dividends are small (lift.h: ProfileFeedback). Failures come from
// guards of native code, and, before a region is compiled, from a profile run.
#pragma once

#include "jit/lift/lift.h"
#include "jit/tier/profile_run.h"
#include "vm/blocks/block_cache.h"
#include "vm/machine.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace fungescope::jit {

class Speculations {
 public:
  Speculations();
  Speculations(const Speculations&) = delete;  // `feedback` refers to this
  Speculations& operator=(const Speculations&) = delete;

  [[nodiscard]] const ProfileFeedback& feedback() const { return feedback_; }

  struct Failure {
    bool is_new = false;               // recompiling helps
    std::optional<CellIndex> aliased;  // other code must no longer depend on it
  };
  // Records why the guard of `op` failed; the machine is before it.
  Failure add_failure(const MicroOp& op, const Machine& machine, const BlockCache& cache);
  void add(const ExecutionProfile& profile);
  void clear();

 private:
  bool widen_dividend(CellIndex cell, DividendRange range);

  ProfileFeedback feedback_;
  std::unordered_set<CellIndex> aliased_;
  std::unordered_set<CellIndex> out_of_bounds_;
  std::unordered_map<CellIndex, DividendRange> dividends_;  // `small` by default
};

}  // namespace fungescope::jit
