// Which parts are on every path to which.
#pragma once

#include "jit/ir/ir.h"

#include <cstdint>
#include <vector>

namespace fungescope::jit {

// Immediate dominators, by the algorithm of Cooper, Harvey and Kennedy ("A simple, fast dominance
// algorithm", 2001), and the interval of each part in the tree that they form.
class DominatorTree {
 public:
  explicit DominatorTree(const Graph& graph);

  [[nodiscard]] bool dominates(BlockId a, BlockId b) const {
    return first_[a] <= first_[b] && last_[b] <= last_[a];
  }

  // The parts that each part dominates immediately, in their order; `root()` stands for what is
  // before all entries. Parts that nothing leads to are nowhere.
  [[nodiscard]] std::vector<std::vector<BlockId>> tree() const;
  [[nodiscard]] BlockId root() const { return static_cast<BlockId>(parents_.size() - 1); }

 private:
  void find_predecessors(const Graph& graph);
  [[nodiscard]] BlockId common_dominator(BlockId a, BlockId b) const;
  void number_intervals();

  std::vector<BlockId> parents_;
  std::vector<std::vector<BlockId>> predecessors_;
  std::vector<BlockId> numbers_;  // the place in reverse post-order; the root's is 0
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> last_;
};

}  // namespace fungescope::jit
