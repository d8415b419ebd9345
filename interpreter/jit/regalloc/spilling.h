// Which values live in memory, for there are not enough registers.
#pragma once

#include "jit/regalloc/liveness.h"
#include "jit/regalloc/register_allocation.h"

#include <vector>

namespace fungescope::jit {

struct Spills {
  std::vector<bool> values;  // by ValueId
  std::vector<bool> pinned_values;
};

// Afterwards no more than `registers.all` holds are live anywhere. The parts in the innermost
// loops choose first, so what only lives through them goes.
[[nodiscard]] Spills choose_spills(const Graph& graph, const Liveness& liveness,
                                   const RegisterFile& registers);

}  // namespace fungescope::jit
