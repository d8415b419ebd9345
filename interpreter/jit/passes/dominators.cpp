#include "jit/passes/dominators.h"

#include <algorithm>
#include <utility>

namespace fungescope::jit {

Dominators::Dominators(const Graph& graph)
    : parents_(graph.parts.size() + 1, no_part),
      preds_(graph.parts.size()),
      ranks_(parents_.size(), 0) {
  find_preds(graph);
  const std::vector<PartId> order = in_order(graph);
  const auto root = static_cast<PartId>(graph.parts.size());
  parents_[root] = root;
  for (bool changed = true; changed;) {
    changed = false;
    for (const PartId id : order) {
      PartId parent = graph.parts[id].entry != 0 ? root : no_part;
      for (const PartId pred : preds_[id]) {
        if (parents_[pred] == no_part) continue;
        parent = parent == no_part ? pred : common(parent, pred);
      }
      if (parent != parents_[id]) changed = true;
      parents_[id] = parent;
    }
  }
  number();
}

void Dominators::find_preds(const Graph& graph) {
  for (PartId id = 0; id < graph.parts.size(); ++id) {
    for (const Edge& edge : graph.parts[id].edges) {
      if (edge.to != no_part) preds_[edge.to].push_back(id);
    }
  }
}

// Reverse post-order from the entries, which the numbers of the parts are only as long as each is
// reached by a way ahead; and the ranks in it, the root's being 0.
std::vector<PartId> Dominators::in_order(const Graph& graph) {
  std::vector<PartId> order;
  std::vector<bool> seen(graph.parts.size());
  std::vector<std::pair<PartId, std::size_t>> path;
  const auto reach = [&](PartId id) {
    if (!seen[id]) path.emplace_back(id, 0);
    seen[id] = true;
  };
  for (PartId entry = 0; entry < graph.parts.size(); ++entry) {
    if (graph.parts[entry].entry != 0) reach(entry);
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
  }
  std::reverse(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) ranks_[order[i]] = static_cast<PartId>(i + 1);
  return order;
}

PartId Dominators::common(PartId a, PartId b) const {
  while (a != b) {
    while (ranks_[a] > ranks_[b]) a = parents_[a];
    while (ranks_[b] > ranks_[a]) b = parents_[b];
  }
  return a;
}

std::vector<std::vector<PartId>> Dominators::tree() const {
  std::vector<std::vector<PartId>> children(parents_.size());
  for (PartId id = 0; id < root(); ++id) {
    if (parents_[id] != no_part) children[parents_[id]].push_back(id);
  }
  return children;
}

void Dominators::number() {
  const std::size_t count = parents_.size();
  const std::vector<std::vector<PartId>> children = tree();
  first_.assign(count, 0);
  last_.assign(count, 0);
  std::uint32_t clock = 0;
  std::vector<std::pair<PartId, std::size_t>> path{{static_cast<PartId>(count - 1), 0}};
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
