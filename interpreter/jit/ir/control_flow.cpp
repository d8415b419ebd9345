#include "jit/ir/control_flow.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fungescope::jit {

std::vector<BlockId> reverse_post_order(const Graph& graph) {
  std::vector<BlockId> order;
  std::vector<bool> seen(graph.blocks.size());
  std::vector<std::pair<BlockId, std::size_t>> path;
  const auto reach = [&](BlockId id) {
    if (!seen[id]) path.emplace_back(id, 0);
    seen[id] = true;
  };
  const auto search = [&] {
    while (!path.empty()) {
      auto& [id, next] = path.back();
      const std::vector<Edge>& edges = graph.blocks[id].edges;
      if (next == edges.size()) {
        order.push_back(id);
        path.pop_back();
      } else if (const BlockId to = edges[next++].to; to != no_block) {
        reach(to);
      }
    }
  };
  const auto count = static_cast<BlockId>(graph.blocks.size());
  for (BlockId id = count; id-- > 0;) {
    if (graph.blocks[id].entry != 0) reach(id);
    search();
  }
  for (BlockId id = count; id-- > 0;) {
    if (!graph.blocks[id].dead) reach(id);
    search();
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

}  // namespace fungescope::jit
