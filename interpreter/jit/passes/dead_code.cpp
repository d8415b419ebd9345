// Dead code elimination: values without uses, and unreachable blocks.
//
// Operations with an effect are live, and so is everything that they use, transitively (R. Cytron
// et al., "Efficiently Computing Static Single Assignment Form and the Control Dependence Graph",
// 1991, section 7.1, without control dependences). A phi that only feeds itself is dead. Example:
// `:` before a branch that keeps nothing, pushes that are popped unread, the sum of a fused
// comparison.
//
// Blocks that no entry reaches are dead. Example: the arms of a `?` after if-conversion.
//
// Cost: linear in the uses and edges. Test: 'dead ...' in tests/jit/passes_test.cpp,
// 'if-conversion: a block ...' in tests/jit/if_conversion_test.cpp.
#include "jit/ir/control_flow.h"
#include "jit/passes/passes.h"

#include <utility>

namespace fungescope::jit {
namespace {

std::vector<bool> find_live(Graph& graph) {
  std::vector<bool> live(graph.values.size());
  std::vector<ValueId> open;
  const auto use = [&](ValueId id) {
    if (id == no_value || live[id]) return;
    live[id] = true;
    open.push_back(id);
  };
  std::vector<std::uint32_t> index(graph.values.size());  // of each phi in its block
  for (const BasicBlock& block : graph.blocks) {
    for (std::uint32_t i = 0; i < block.phis.size(); ++i) index[block.phis[i]] = i;
    for (const ValueId id : block.code) {
      if (has_effect(graph.at(id).op)) use(id);
    }
    for (const ValueId id : {block.a, block.b}) use(id);
    for (const Edge& edge : block.edges) {
      for_each_stored(graph, edge.stack, use);
      if (edge.exit != no_exit) for_each_stored(graph, graph.exits[edge.exit].stack, use);
    }
  }
  const std::vector<std::vector<Edge*>> incoming = incoming_edges(graph);
  while (!open.empty()) {
    const ValueId id = open.back();
    open.pop_back();
    const Instr& instr = graph.at(id);
    for_each_input(graph, instr, use);
    if (instr.op != IrOp::phi) continue;
    for (const Edge* edge : incoming[instr.block]) use(edge->args[index[id]]);
  }
  return live;
}

}  // namespace

void remove_dead_code(Graph& graph) {
  const std::vector<bool> live = find_live(graph);
  for (BasicBlock& block : graph.blocks) {
    std::erase_if(block.code, [&](ValueId id) { return !live[id]; });
    for (Edge& edge : block.edges) {
      if (edge.to == no_block) continue;
      const std::vector<ValueId>& phis = graph.blocks[edge.to].phis;
      std::vector<ValueId> args;
      for (std::size_t i = 0; i < edge.args.size(); ++i) {
        if (live[phis[i]]) args.push_back(edge.args[i]);
      }
      edge.args = std::move(args);
    }
  }
  for (BasicBlock& block : graph.blocks) {
    std::erase_if(block.phis, [&](ValueId id) { return !live[id]; });
  }
}

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
