// Removes trivial phis: those whose arguments are all the same value, or the phi itself (M. Braun
// et al., "Simple and Efficient Construction of Static Single Assignment Form", 2013, section 3.1).
//
// Lifting gives a phi to every slot that a loop might change, before it has seen the loop. Removing
// a phi may make others trivial, so this repeats until none is left.
//
// Example: `v4 = phi(v1, v4)`: the loop leaves the slot alone, and v4 is replaced by v1. A slot
// whose value turns out to be the one in memory needs no store at an exit.
//
// Cost: a few passes over the edges. Test: 'a phi ...' in tests/jit/passes_test.cpp.
#include "jit/ir/control_flow.h"
#include "jit/passes/passes.h"

#include <algorithm>

namespace fungescope::jit {
namespace {

// The only argument other than the phi itself, or no_value.
ValueId only_value(const Graph& graph, ValueId phi, std::size_t index, const std::vector<Edge*>& in,
                   const Replacements& known) {
  ValueId only = no_value;
  for (const Edge* edge : in) {
    if (index >= edge->args.size()) return no_value;
    const ValueId arg = known.resolve(edge->args[index]);
    if (arg == phi || arg == only) continue;
    if (only != no_value) return no_value;
    only = arg;
  }
  // An edge load has no value in the block itself.
  return only != no_value && graph.is_edge_load(only) ? no_value : only;
}

void drop(BasicBlock& block, const std::vector<Edge*>& in, std::size_t index) {
  const auto offset = static_cast<std::ptrdiff_t>(index);
  block.phis.erase(block.phis.begin() + offset);
  for (Edge* edge : in) edge->args.erase(edge->args.begin() + offset);
}

void drop_unchanged_slots(const Graph& graph, StackState& stack) {
  std::erase_if(stack.stored, [&graph](const SlotValue& stored) {
    return graph.is_load_of_slot(stored.value, stored.slot);
  });
}

}  // namespace

void remove_trivial_phis(Graph& graph) {
  const std::vector<std::vector<Edge*>> in = incoming_edges(graph);
  Replacements replacements(graph);
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId id = 0; id < graph.blocks.size(); ++id) {
      BasicBlock& block = graph.blocks[id];
      for (std::size_t i = block.phis.size(); i-- > 0;) {
        const ValueId only = only_value(graph, block.phis[i], i, in[id], replacements);
        if (only == no_value) continue;
        replacements.replace(block.phis[i], only);
        drop(block, in[id], i);
        changed = true;
      }
    }
  }
  replacements.apply(graph);
  for (Exit& exit : graph.exits) drop_unchanged_slots(graph, exit.stack);
  for (BasicBlock& block : graph.blocks) {
    for (Edge& edge : block.edges) drop_unchanged_slots(graph, edge.stack);
  }
}

}  // namespace fungescope::jit
