#include "jit/ir/control_flow.h"

#include "base/graph.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fungescope::jit {

std::vector<BlockId> reverse_post_order(const Graph& graph, bool only_reached) {
  std::vector<BlockId> order;
  std::vector<bool> seen(graph.blocks.size());
  const auto reach = [&](BlockId id) {
    append_post_order(
        id, seen, order, [&](BlockId of) -> const auto& { return graph.blocks[of].edges; },
        [](const Edge& edge) { return edge.to; });
  };
  const auto count = static_cast<BlockId>(graph.blocks.size());
  for (BlockId id = count; id-- > 0;) {
    if (graph.blocks[id].entry != 0) reach(id);
  }
  for (BlockId id = count; id-- > 0;) {
    if (!graph.blocks[id].dead && !only_reached) reach(id);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<std::vector<BlockId>> predecessors(const Graph& graph) {
  std::vector<std::vector<BlockId>> lists(graph.blocks.size());
  for (BlockId id = 0; id < graph.blocks.size(); ++id) {
    for (const Edge& edge : graph.blocks[id].edges) {
      if (edge.to != no_block) lists[edge.to].push_back(id);
    }
  }
  return lists;
}

std::vector<std::vector<Edge*>> incoming_edges(Graph& graph) {
  std::vector<std::vector<Edge*>> lists(graph.blocks.size());
  for (BasicBlock& block : graph.blocks) {
    for (Edge& edge : block.edges) {
      if (edge.to != no_block) lists[edge.to].push_back(&edge);
    }
  }
  return lists;
}

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
