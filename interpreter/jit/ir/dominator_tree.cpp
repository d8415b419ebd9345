#include "jit/ir/dominator_tree.h"

#include "jit/ir/control_flow.h"

#include <utility>

namespace fungescope::jit {

DominatorTree::DominatorTree(const Graph& graph)
    : parents_(graph.blocks.size() + 1, no_block),
      predecessors_(graph.blocks.size()),
      numbers_(parents_.size(), 0) {
  find_predecessors(graph);
  const std::vector<BlockId> order = reverse_post_order(graph);
  for (std::size_t i = 0; i < order.size(); ++i) numbers_[order[i]] = static_cast<BlockId>(i + 1);
  const auto root = static_cast<BlockId>(graph.blocks.size());
  parents_[root] = root;
  for (bool changed = true; changed;) {
    changed = false;
    for (const BlockId id : order) {
      BlockId parent = graph.blocks[id].entry != 0 ? root : no_block;
      for (const BlockId pred : predecessors_[id]) {
        if (parents_[pred] == no_block) continue;
        parent = parent == no_block ? pred : common_dominator(parent, pred);
      }
      if (parent != parents_[id]) changed = true;
      parents_[id] = parent;
    }
  }
  number_intervals();
}

void DominatorTree::find_predecessors(const Graph& graph) {
  for (BlockId id = 0; id < graph.blocks.size(); ++id) {
    for (const Edge& edge : graph.blocks[id].edges) {
      if (edge.to != no_block) predecessors_[edge.to].push_back(id);
    }
  }
}

BlockId DominatorTree::common_dominator(BlockId a, BlockId b) const {
  while (a != b) {
    while (numbers_[a] > numbers_[b]) a = parents_[a];
    while (numbers_[b] > numbers_[a]) b = parents_[b];
  }
  return a;
}

std::vector<std::vector<BlockId>> DominatorTree::tree() const {
  std::vector<std::vector<BlockId>> children(parents_.size());
  for (BlockId id = 0; id < root(); ++id) {
    if (parents_[id] != no_block) children[parents_[id]].push_back(id);
  }
  return children;
}

void DominatorTree::number_intervals() {
  const std::size_t count = parents_.size();
  const std::vector<std::vector<BlockId>> children = tree();
  first_.assign(count, 0);
  last_.assign(count, 0);
  std::uint32_t clock = 0;
  std::vector<std::pair<BlockId, std::size_t>> path{{static_cast<BlockId>(count - 1), 0}};
  while (!path.empty()) {
    auto& [id, next] = path.back();
    if (next == 0) first_[id] = clock++;
    if (next < children[id].size()) {
      path.emplace_back(children[id][next++], 0);
      continue;
    }
    last_[id] = clock++;
    path.pop_back();
  }
}

}  // namespace fungescope::jit
