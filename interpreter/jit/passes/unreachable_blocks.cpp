// Parts that nothing leads to any more, and loops that nothing goes round.
//
// The idea: what is reached from the entries stays. Example: the ways of a `?` that became
// selects (selects.cpp).
//
// Cost: a look at each edge. Test: 'selects: a part ...' in tests/jit/if_conversion_test.cpp.
#include "jit/passes/passes.h"

#include <utility>
#include <vector>

namespace fungescope::jit {

void remove_unreachable_blocks(Graph& graph) {
  std::vector<bool> reached(graph.blocks.size());
  std::vector<bool> returns(graph.blocks.size());
  std::vector<BlockId> open;
  const auto reach = [&](BlockId id) {
    if (!reached[id]) open.push_back(id);
    reached[id] = true;
  };
  for (BlockId id = 0; id < graph.blocks.size(); ++id) {
    if (graph.blocks[id].entry != 0) reach(id);
  }
  while (!open.empty()) {
    const BlockId id = open.back();
    open.pop_back();
    for (const Edge& edge : graph.blocks[id].edges) {
      if (edge.to == no_block) continue;
      reach(edge.to);
      if (edge.to <= id) returns[edge.to] = true;
    }
  }
  for (BlockId id = 0; id < graph.blocks.size(); ++id) {
    BasicBlock& block = graph.blocks[id];
    block.header = block.header && returns[id];
    if (reached[id]) continue;
    BasicBlock dead;
    dead.superblock = block.superblock;
    dead.dead = true;
    block = std::move(dead);
  }
}

}  // namespace fungescope::jit
