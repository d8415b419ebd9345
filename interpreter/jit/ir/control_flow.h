// Walks over the control-flow graph.
#pragma once

#include "jit/ir/ir.h"

#include <vector>

namespace fungescope::jit {

// Returns the blocks that are not dead, in reverse post-order from the entries: a block that is
// reached comes after all blocks that are on every path to it. Block numbers are such an order only
// while each block is reached by a forward edge, which passes may change. Cost: linear in the
// edges.
[[nodiscard]] std::vector<BlockId> reverse_post_order(const Graph& graph);

// Returns the predecessors of each block, once for each edge.
[[nodiscard]] std::vector<std::vector<BlockId>> predecessors(const Graph& graph);

// Returns the edges into each block. They are valid until blocks or edges are added or removed.
[[nodiscard]] std::vector<std::vector<Edge*>> incoming_edges(Graph& graph);

}  // namespace fungescope::jit
