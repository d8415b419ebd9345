#include "jit/regalloc/liveness.h"

#include "jit/ir/control_flow.h"

#include <cstddef>
#include <cstdint>

namespace fungescope::jit {
namespace {

// The blocks that use each value, except the one that defines it.
class Uses {
 public:
  explicit Uses(const Graph& graph) : starts_(graph.values.size() + 1) {
    each(graph, [this](ValueId id, BlockId) { ++starts_[id + 1]; });
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    blocks_.resize(starts_.back());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    each(graph, [&](ValueId id, BlockId block) { blocks_[next[id]++] = block; });
  }

  template <class F>
  void for_each_block(ValueId id, F f) const {
    for (std::uint32_t i = starts_[id]; i < starts_[id + 1]; ++i) f(blocks_[i]);
  }

 private:
  template <class F>
  static void each(const Graph& graph, F f) {
    for (BlockId id = 0; id < graph.blocks.size(); ++id) {
      const BasicBlock& block = graph.blocks[id];
      if (block.dead) continue;
      const auto use = [&](ValueId value) {
        if (graph.at(value).block != id) f(value, id);
      };
      for (const ValueId value : block.code) for_each_input(graph, graph.at(value), use);
      for_each_terminator_input(graph, block, use);
    }
  }

  std::vector<std::uint32_t> starts_;
  std::vector<BlockId> blocks_;
};

}  // namespace

Liveness::Liveness(const Graph& graph) : live_(graph.blocks.size()) {
  const std::vector<std::vector<BlockId>> before = predecessors(graph);
  const Uses uses(graph);
  std::vector<BlockId> open;
  for (ValueId id = 0; id < graph.values.size(); ++id) {
    // Values come in ascending order, so only the last of a list can be this one.
    const auto add = [&](BlockId block) {
      if (block == graph.at(id).block) return;
      std::vector<ValueId>& live = live_[block];
      if (!live.empty() && live.back() == id) return;
      live.push_back(id);
      open.push_back(block);
    };
    uses.for_each_block(id, add);
    while (!open.empty()) {
      const BlockId block = open.back();
      open.pop_back();
      for (const BlockId from : before[block]) add(from);
    }
  }
}

}  // namespace fungescope::jit
