// The order in which parts are to be looked at by whoever has to know what comes before.
#pragma once

#include "jit/ir/ir.h"

#include <vector>

namespace fungescope::jit {

// The parts that are not dead, in reverse post-order from the entries: each that is reached is
// behind all parts that are on every path to it. Their numbers are such an order as long as each is
// reached by a way ahead, which passes may change. Cost: linear in the edges.
[[nodiscard]] std::vector<BlockId> reverse_post_order(const Graph& graph);

}  // namespace fungescope::jit
