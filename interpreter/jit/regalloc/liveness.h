// Live values at the start of each block.
//
// A value is live from its definition to its last use on each path. In static single assignment
// form, a single definition dominates all uses, so liveness is found by walking backwards from each
// use (F. Brandner et al., "Computing Liveness Sets for SSA-Form Programs", 2011: by use).
#pragma once

#include "jit/ir/ir.h"

#include <vector>

namespace fungescope::jit {

// A value, and a block other than its own that uses it.
struct ValueUse {
  ValueId value = no_value;
  BlockId block = no_block;
};
// Returns the values that are live at the start of each block, in ascending order, without its
// phis. Cost: linear in the uses and in the blocks that values live through.
[[nodiscard]] std::vector<std::vector<ValueId>> live_values(const Graph& graph,
                                                            const std::vector<ValueUse>& uses);

class Liveness {
 public:
  explicit Liveness(const Graph& graph);

  // The values that are live at the start of the block, in ascending order, without its phis.
  [[nodiscard]] const std::vector<ValueId>& at_start(BlockId block) const { return live_[block]; }

 private:
  std::vector<std::vector<ValueId>> live_;
};

// Whether the value needs a location. Constants and edge loads do not.
[[nodiscard]] inline bool needs_location(const Graph& graph, ValueId id) {
  return id != no_value && graph.at(id).block != no_block;
}

// Calls f(ValueId) for each value that the state stores.
template <class F>
void for_each_stored(const Graph& graph, const StackState& stack, F f) {
  for (const SlotValue& stored : stack.stored) {
    if (needs_location(graph, stored.value)) f(stored.value);
  }
}

// Calls f(ValueId) for each value that an operation or its exit uses, possibly more than once.
template <class F>
void for_each_input(const Graph& graph, const Instr& instr, F f) {
  for (const ValueId id : {instr.a, instr.b, instr.c}) {
    if (needs_location(graph, id)) f(id);
  }
  if (instr.exit != no_exit) for_each_stored(graph, graph.exits[instr.exit].stack, f);
}

// Calls f(ValueId) for each value that a terminator or its edges use, possibly more than once.
template <class F>
void for_each_terminator_input(const Graph& graph, const BasicBlock& block, F f) {
  for (const ValueId id : {block.a, block.b}) {
    if (needs_location(graph, id)) f(id);
  }
  for (const Edge& edge : block.edges) {
    for (const ValueId id : edge.args) {
      if (needs_location(graph, id)) f(id);
    }
    if (edge.rebase) for_each_stored(graph, edge.stack, f);
    if (edge.exit != no_exit) for_each_stored(graph, graph.exits[edge.exit].stack, f);
  }
}

}  // namespace fungescope::jit
