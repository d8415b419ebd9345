// Which values are needed where.
//
// A value is live from where it is made to its last use on every way. In static single
// assignment every use is reached from the one place where the value is made, so it is enough to
// walk from each use against the ways until there.
#pragma once

#include "jit/ir/ir.h"

#include <vector>

namespace fungescope::jit {

class Liveness {
 public:
  // Cost: linear in the uses and in the parts that values live through.
  explicit Liveness(const Graph& graph);

  // What is live where the part starts, its phis aside.
  [[nodiscard]] const std::vector<ValueId>& at_start(BlockId block) const { return live_[block]; }

 private:
  std::vector<std::vector<ValueId>> live_;
};

// Has it to be kept anywhere? Constants and loads on edges have not.
[[nodiscard]] inline bool needs_location(const Graph& graph, ValueId id) {
  return id != no_value && graph.at(id).block != no_block;
}

// Calls f(ValueId) for what a way out stores.
template <class F>
void for_each_stored(const Graph& graph, const StackState& stack, F f) {
  for (const SlotValue& stored : stack.stored) {
    if (needs_location(graph, stored.value)) f(stored.value);
  }
}

// Calls f(ValueId) for what an operation needs, the values of its exit included; some more than
// once.
template <class F>
void for_each_input(const Graph& graph, const Instr& instr, F f) {
  for (const ValueId id : {instr.a, instr.b, instr.c}) {
    if (needs_location(graph, id)) f(id);
  }
  if (instr.exit != no_exit) for_each_stored(graph, graph.exits[instr.exit].stack, f);
}

// Calls f(ValueId) for what the end of a part needs, its edges included; some more than once.
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
