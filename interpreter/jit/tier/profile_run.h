// Profiles a short run on the reference interpreter, before code is compiled: which speculations of
// lifting would fail (lift.h: ProfileFeedback), and, for a program that is compiled without ever
// having run, which reachable cells are data.
//
// The profile never decides whether compiled code is correct, only how often it is left.
//
// Cost: some 15 ns a tick. Test: 'a profile run ...' in tests/jit/static_code_test.cpp.
#pragma once

#include "jit/lift/lift.h"
#include "vm/blocks/block_cache.h"
#include "vm/machine.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fungescope::jit {

// A position and heading of the instruction pointer.
struct CodePosition {
  CellIndex cell = 0;
  Heading heading;
  friend bool operator==(const CodePosition&, const CodePosition&) = default;
};

struct ExecutionProfile {
  std::vector<bool> executed;                   // by cell
  std::unordered_set<CellIndex> changed;        // cells that were written with another value
  std::unordered_set<CellIndex> aliased;        // written by a `p` that wrote to several
  std::unordered_set<CellIndex> out_of_bounds;  // cells of a `g` or `p` that went outside the field
  std::unordered_map<CellIndex, DividendRange> dividends;  // of each `/` and `%` that was executed
  std::vector<CodePosition> resume_points;  // reached from cells that had been changed
};

// Runs a copy of the machine on `input` for at most `ticks`.
[[nodiscard]] ExecutionProfile profile_run(Machine machine, const std::string& input, Tick ticks);

// Records the speculations that failed, so that code is compiled without them from then on.
//
// Native code assumes that coordinates are inside the field, that computed stores miss the cells
// whose values it knows, and that dividends are small (lift.h: ProfileFeedback). Failures come from
// guards of native code, and, before a region is compiled, from a profile run.
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
