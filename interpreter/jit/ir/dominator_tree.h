// The dominator tree of a graph.
#pragma once

#include "base/dominators.h"
#include "jit/ir/ir.h"

#include <cstdint>
#include <vector>

namespace fungescope::jit {

// A virtual root precedes all entries. Blocks that no entry reaches are not in the tree.
// Cost: linear in the edges of a reducible graph.
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
