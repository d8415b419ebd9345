// Values that nobody uses.
//
// The idea: what has an effect is used, and so is what it uses, and so on; a phi
// that only feeds itself round a loop is not. Example: `:` before a branch that
// keeps nothing, pushes that are popped unread, the sum behind a fused comparison.
//
// Cost: linear in the uses. Test: 'dead ...' in tests/jit/passes_test.cpp.
#include "jit/passes/passes.h"

#include <utility>

namespace fungescope::jit {
namespace {

class Marker {
 public:
  explicit Marker(Graph& graph)
      : graph_(graph), live_(graph.values.size()), index_(graph.values.size()) {
    edges_in_.resize(graph.blocks.size());
    for (BasicBlock& block : graph.blocks) {
      for (Edge& edge : block.edges) {
        if (edge.to != no_block) edges_in_[edge.to].push_back(&edge);
      }
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
    for (const Edge* edge : edges_in_[instr.block]) use(edge->args[index_[id]]);
  }

  Graph& graph_;
  std::vector<bool> live_;
  std::vector<std::uint32_t> index_;  // of a phi in its part
  std::vector<std::vector<const Edge*>> edges_in_;
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

}  // namespace fungescope::jit
