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
#include <unordered_set>
#include <vector>

namespace fungescope::jit {

struct ExecutionProfile {
  std::vector<bool> executed;               // by cell
  std::unordered_set<CellIndex> changed;    // cells that were written with another value
  std::vector<CodePosition> resume_points;  // reached from cells that had been changed
  ProfileFeedback feedback;                 // aliased: written by a `p` that wrote to several
};

// Runs a copy of the machine on `input` for at most `ticks`.
[[nodiscard]] ExecutionProfile profile_run(Machine machine, const std::string& input, Tick ticks);

// Why a guard of native code failed.
struct FailedSpeculation {
  bool is_new = false;               // recompiling helps
  std::optional<CellIndex> aliased;  // other code must no longer depend on it
};
// Records in `known` why the guard of `op` failed, so that code is compiled without the speculation
// from then on. The machine is before `op`.
FailedSpeculation add_failure(ProfileFeedback& known, const MicroOp& op, const Machine& machine,
                              const BlockCache& cache);

}  // namespace fungescope::jit
