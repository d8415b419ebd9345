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

class Marker {
 public:
  explicit Marker(Graph& graph)
      : graph_(graph),
        live_(graph.values.size()),
        index_(graph.values.size()),
        incoming_(incoming_edges(graph)) {
    for (const BasicBlock& block : graph.blocks) {
      for (std::size_t i = 0; i < block.phis.size(); ++i) {
        index_[block.phis[i]] = static_cast<std::uint32_t>(i);
      }
    }
  }

  void mark_effects() {
    for (BasicBlock& block : graph_.blocks) {
      for (const ValueId id : block.code) {
        if (has_effect(graph_.at(id).op)) use(id);
      }
      for (const ValueId id : {block.a, block.b}) use(id);
      for (const Edge& edge : block.edges) {
        use(edge.stack);
        use_exit(edge.exit);
      }
    }
    while (!open_.empty()) {
      const ValueId id = open_.back();
      open_.pop_back();
      follow(id);
    }
  }

  [[nodiscard]] bool is_live(ValueId id) const { return live_[id]; }

 private:
  void use(ValueId id) {
    if (id == no_value || live_[id]) return;
    live_[id] = true;
    open_.push_back(id);
  }
  void use(const StackState& stack) {
    for (const SlotValue& stored : stack.stored) use(stored.value);
  }
  void use_exit(ExitId exit) {
    if (exit != no_exit) use(graph_.exits[exit].stack);
  }
  void follow(ValueId id) {
    const Instr instr = graph_.at(id);
    for (const ValueId operand : {instr.a, instr.b, instr.c}) use(operand);
    use_exit(instr.exit);
    if (instr.op != IrOp::phi) return;
    for (const Edge* edge : incoming_[instr.block]) use(edge->args[index_[id]]);
  }

  Graph& graph_;
  std::vector<bool> live_;
  std::vector<std::uint32_t> index_;  // of each phi in its block
  std::vector<std::vector<Edge*>> incoming_;
  std::vector<ValueId> open_;
};

}  // namespace

void remove_dead_code(Graph& graph) {
  Marker marker(graph);
  marker.mark_effects();
  for (BasicBlock& block : graph.blocks) {
    std::erase_if(block.code, [&](ValueId id) { return !marker.is_live(id); });
    for (Edge& edge : block.edges) {
      if (edge.to == no_block) continue;
      const std::vector<ValueId>& phis = graph.blocks[edge.to].phis;
      std::vector<ValueId> args;
      for (std::size_t i = 0; i < edge.args.size(); ++i) {
        if (marker.is_live(phis[i])) args.push_back(edge.args[i]);
      }
      edge.args = std::move(args);
    }
  }
  for (BasicBlock& block : graph.blocks) {
    std::erase_if(block.phis, [&](ValueId id) { return !marker.is_live(id); });
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
