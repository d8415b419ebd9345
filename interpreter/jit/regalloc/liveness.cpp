#include "jit/regalloc/liveness.h"

#include "jit/ir/control_flow.h"

#include <cstddef>
#include <cstdint>

namespace fungescope::jit {

LiveValues live_values(const Graph& graph, const std::vector<ValueUse>& uses) {
  std::vector<std::uint32_t> starts(graph.values.size() + 1);  // of each value in `users`
  for (const ValueUse& use : uses) ++starts[use.value + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<BlockId> users(uses.size());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (const ValueUse& use : uses) users[next[use.value]++] = use.block;
  const std::vector<std::vector<BlockId>> before = predecessors(graph);
  LiveValues live(graph.blocks.size());
  std::vector<BlockId> open;
  for (ValueId id = 0; id < graph.values.size(); ++id) {
    // Values come in ascending order, so only the last of a list can be this one.
    const auto add = [&](BlockId block) {
      if (block == graph.at(id).block) return;
      if (!live[block].empty() && live[block].back() == id) return;
      live[block].push_back(id);
      open.push_back(block);
    };
    for (std::uint32_t i = starts[id]; i < starts[id + 1]; ++i) add(users[i]);
    while (!open.empty()) {
      const BlockId block = open.back();
      open.pop_back();
      for (const BlockId from : before[block]) add(from);
    }
  }
  return live;
}

LiveValues live_values(const Graph& graph) {
  std::vector<ValueUse> uses;
  for (BlockId id = 0; id < graph.blocks.size(); ++id) {
    const BasicBlock& block = graph.blocks[id];
    if (block.dead) continue;
    const auto use = [&](ValueId value) {
      if (graph.at(value).block != id) uses.push_back({value, id});
    };
    for (const ValueId value : block.code) for_each_input(graph, graph.at(value), use);
    for_each_terminator_input(graph, block, use);
  }
  return live_values(graph, uses);
}

}  // namespace fungescope::jit
