// Checks the invariants of a graph. Lifting and every pass are checked in builds with assertions
// (passes/optimise.cpp).
#include "jit/ir/control_flow.h"
#include "jit/ir/ir.h"

#include <fmt/format.h>

namespace fungescope::jit {
namespace {

class Verifier {
 public:
  explicit Verifier(const Graph& graph)
      : graph_(graph), dominators_(graph), position_(graph.values.size(), nowhere) {}

  std::string run() {
    for (const BasicBlock& block : graph_.blocks) {
      for (const auto phi : block.phis) position_[phi] = 0;
      for (std::size_t i = 0; i < block.code.size(); ++i) position_[block.code[i]] = i + 1;
    }
    for (BlockId id = 0; id < graph_.blocks.size() && error_.empty(); ++id) {
      if (!graph_.blocks[id].dead) check_block(id);
    }
    return error_;
  }

 private:
  static constexpr std::size_t nowhere = ~std::size_t{0};

  void check_block(BlockId id) {
    const BasicBlock& block = graph_.blocks[id];
    for (std::size_t i = 0; i < block.code.size(); ++i) {
      const Instr& instr = graph_.at(block.code[i]);
      const bool incomplete = (instr.op == IrOp::select && instr.c == no_value) ||
                              (instr.op == IrOp::charge_by && instr.a == no_value);
      if (incomplete) fail(id, "an operation without an operand", block.code[i]);
      if (instr.block != id) fail(id, "a value of another block", block.code[i]);
      for (const ValueId operand : {instr.a, instr.b, instr.c}) check_use(id, i + 1, operand);
      check_exit(id, i + 1, instr.exit);
    }
    const std::size_t end = block.code.size() + 1;
    check_use(id, end, block.a);
    check_use(id, end, block.b);
    for (const Edge& edge : block.edges) {
      for (const ValueId arg : edge.args) check_use(id, end, arg);
      check_stack(id, end, edge.stack);
      check_exit(id, end, edge.exit);
      if (edge.to == no_block) continue;
      const BasicBlock& to = graph_.blocks[edge.to];
      if (to.dead) fail(id, "an edge to a dead block", no_value);
      if (edge.args.size() != to.phis.size())
        fail(id, "the wrong number of edge arguments", no_value);
    }
  }

  void check_exit(BlockId id, std::size_t position, ExitId exit) {
    if (exit != no_exit) check_stack(id, position, graph_.exits[exit].stack);
  }
  void check_stack(BlockId id, std::size_t position, const StackState& stack) {
    for (const SlotValue& stored : stack.stored) check_use(id, position, stored.value);
  }

  void check_use(BlockId id, std::size_t position, ValueId value) {
    if (value == no_value || graph_.is_constant(value)) return;
    const BlockId at = graph_.at(value).block;
    if (graph_.is_edge_load(value)) return check_edge_load(id, position, value);
    if (position_[value] == nowhere) return fail(id, "a value that is in no block", value);
    const bool defined = at == id ? position_[value] < position : dominators_.dominates(at, id);
    if (!defined) fail(id, "a use that its definition does not dominate", value);
  }

  void check_edge_load(BlockId id, std::size_t position, ValueId value) {
    const IrOp op = graph_.at(value).op;
    const bool load = op == IrOp::load_slot || op == IrOp::load_cell;
    const bool at_end = position == graph_.blocks[id].code.size() + 1;
    if (!load || !at_end) fail(id, "an edge load that is not on an edge", value);
  }

  void fail(BlockId id, const char* what, ValueId value) {
    if (!error_.empty()) return;
    error_ = fmt::format("b{} has {}", id, what);
    if (value != no_value) error_ += fmt::format(": v{}", value);
  }

  const Graph& graph_;
  DominatorTree dominators_;
  std::vector<std::size_t> position_;  // of each value in its block: 0 for phis
  std::string error_;
};

}  // namespace

std::string verify(const Graph& graph) {
  return Verifier(graph).run();
}

}  // namespace fungescope::jit
