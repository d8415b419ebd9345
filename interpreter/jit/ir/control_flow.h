// Walks over the control-flow graph, and its dominator tree.
#pragma once

#include "jit/ir/ir.h"

#include <cstdint>
#include <vector>

namespace fungescope::jit {

// Returns the blocks that are not dead, in reverse post-order from the entries: a block that is
// reached comes after all blocks that are on every path to it. Block numbers are such an order only
// while each block is reached by a forward edge, which passes may change. Cost: linear in the
// edges. `only_reached`: without blocks that no entry reaches.
[[nodiscard]] std::vector<BlockId> reverse_post_order(const Graph& graph,
                                                      bool only_reached = false);

// Returns the predecessors of each block, once for each edge.
[[nodiscard]] std::vector<std::vector<BlockId>> predecessors(const Graph& graph);

// Returns the edges into each block. They are valid until blocks or edges are added or removed.
[[nodiscard]] std::vector<std::vector<Edge*>> incoming_edges(Graph& graph);

// The dominator tree of a graph. A virtual root precedes all entries. Blocks that no entry reaches
// are not in the tree. Cost: linear in the edges of a reducible graph.
class DominatorTree {
 public:
  explicit DominatorTree(const Graph& graph);

  // Constant time: each block has the interval of its subtree.
  [[nodiscard]] bool dominates(BlockId a, BlockId b) const {
    return first_[a] <= first_[b] && last_[b] <= last_[a];
  }

  // The blocks that each block dominates immediately, in ascending order.
  [[nodiscard]] const std::vector<std::vector<BlockId>>& children() const { return children_; }
  [[nodiscard]] BlockId root() const { return static_cast<BlockId>(children_.size() - 1); }

 private:
  void number_intervals();

  std::vector<std::vector<BlockId>> children_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> last_;
};

}  // namespace fungescope::jit
