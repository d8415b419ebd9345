#include "jit/ir/dominator_tree.h"

#include "jit/ir/control_flow.h"

#include <utility>

namespace fungescope::jit {

DominatorTree::DominatorTree(const Graph& graph)
    : children_(graph.blocks.size() + 1), first_(children_.size()), last_(children_.size()) {
  const std::vector<std::vector<BlockId>> before = predecessors(graph);
  const Dominators dominators = compute_dominators(
      children_.size(), root(), reverse_post_order(graph), [&](BlockId id, auto f) {
        if (graph.blocks[id].entry != 0) f(root());
        for (const BlockId predecessor : before[id]) f(predecessor);
      });
  for (BlockId id = 0; id < root(); ++id) {
    const BlockId parent = dominators.immediate[id];
    if (parent != Dominators::none) children_[parent].push_back(id);
  }
  number_intervals();
}

void DominatorTree::number_intervals() {
  std::uint32_t clock = 0;
  std::vector<std::pair<BlockId, std::size_t>> path{{root(), 0}};
  while (!path.empty()) {
    auto& [id, next] = path.back();
    if (next == 0) first_[id] = clock++;
    if (next < children_[id].size()) {
      path.emplace_back(children_[id][next++], 0);
      continue;
    }
    last_[id] = clock++;
    path.pop_back();
  }
}

}  // namespace fungescope::jit
