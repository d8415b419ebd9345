#include "jit/ir/dominators.h"

#include "jit/ir/part_order.h"

#include <utility>

namespace fungescope::jit {

Dominators::Dominators(const Graph& graph)
    : parents_(graph.parts.size() + 1, no_part),
      preds_(graph.parts.size()),
      ranks_(parents_.size(), 0) {
  find_preds(graph);
  const std::vector<PartId> order = in_order(graph);
  for (std::size_t i = 0; i < order.size(); ++i) ranks_[order[i]] = static_cast<PartId>(i + 1);
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
