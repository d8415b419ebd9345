// Live values at the start of each block.
//
// A value is live from its definition to its last use on each path. In static single assignment
// form, a single definition dominates all uses, so liveness is found by walking backwards from each
// use (F. Brandner et al., "Computing Liveness Sets for SSA-Form Programs", 2011: by use).
#pragma once

#include "jit/ir/ir.h"

#include <vector>

namespace fungescope::jit {

// A value, and a block other than its own that uses it.
struct ValueUse {
  ValueId value = no_value;
  BlockId block = no_block;
};
// By block: the values that are live at its start, in ascending order, without its phis.
using LiveValues = std::vector<std::vector<ValueId>>;

// Cost: linear in the uses and in the blocks that values live through.
[[nodiscard]] LiveValues live_values(const Graph& graph, const std::vector<ValueUse>& uses);
// By the uses of all operations and terminators.
[[nodiscard]] LiveValues live_values(const Graph& graph);

}  // namespace fungescope::jit
