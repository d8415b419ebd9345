#include "jit/ir/part_order.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fungescope::jit {

std::vector<PartId> in_order(const Graph& graph) {
  std::vector<PartId> order;
  std::vector<bool> seen(graph.parts.size());
  std::vector<std::pair<PartId, std::size_t>> path;
  const auto reach = [&](PartId id) {
    if (!seen[id]) path.emplace_back(id, 0);
    seen[id] = true;
  };
  const auto search = [&] {
    while (!path.empty()) {
      auto& [id, next] = path.back();
      const std::vector<Edge>& edges = graph.parts[id].edges;
      if (next == edges.size()) {
        order.push_back(id);
        path.pop_back();
      } else if (const PartId to = edges[next++].to; to != no_part) {
        reach(to);
      }
    }
  };
  const auto count = static_cast<PartId>(graph.parts.size());
  for (PartId id = count; id-- > 0;) {
    if (graph.parts[id].entry != 0) reach(id);
    search();
  }
  for (PartId id = count; id-- > 0;) {
    if (!graph.parts[id].dead) reach(id);
    search();
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace fungescope::jit
