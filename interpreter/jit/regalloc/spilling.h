// Chooses the values that live in memory where registers do not suffice.
#pragma once

#include "jit/regalloc/liveness.h"
#include "jit/regalloc/register_allocation.h"

#include <vector>

namespace fungescope::jit {

struct Spills {
  std::vector<bool> values;  // by ValueId
  std::vector<bool> pinned_values;
};

// Afterwards no more values are live anywhere than `registers.all` holds. Blocks in the innermost
// loops choose first, so values that only live through them are spilled.
[[nodiscard]] Spills choose_spills(const Graph& graph, const Liveness& liveness,
                                   const RegisterFile& registers);

}  // namespace fungescope::jit
