// Parts that nothing leads to any more, and loops that nothing goes round.
//
// The idea: what is reached from the entries stays. Example: the ways of a `?` that became
// selects (selects.cpp).
//
// Cost: a look at each edge. Test: 'selects: a part ...' in tests/jit/selects_test.cpp.
#include "jit/passes/passes.h"

#include <utility>
#include <vector>

namespace fungescope::jit {

void drop_unreached(Graph& graph) {
  std::vector<bool> reached(graph.parts.size());
  std::vector<bool> returns(graph.parts.size());
  std::vector<PartId> open;
  const auto reach = [&](PartId id) {
    if (!reached[id]) open.push_back(id);
    reached[id] = true;
  };
  for (PartId id = 0; id < graph.parts.size(); ++id) {
    if (graph.parts[id].entry != 0) reach(id);
  }
  while (!open.empty()) {
    const PartId id = open.back();
    open.pop_back();
    for (const Edge& edge : graph.parts[id].edges) {
      if (edge.to == no_part) continue;
      reach(edge.to);
      if (edge.to <= id) returns[edge.to] = true;
    }
  }
  for (PartId id = 0; id < graph.parts.size(); ++id) {
    Part& part = graph.parts[id];
    part.header = part.header && returns[id];
    if (reached[id]) continue;
    Part dead;
    dead.block = part.block;
    dead.dead = true;
    part = std::move(dead);
  }
}

}  // namespace fungescope::jit
