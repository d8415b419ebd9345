// Whether a graph makes sense: for tests, and for whoever writes a pass.
//
// The idea: every value is defined before it is used, on every path; what an edge brings
// fits the phis where it goes; and parts that are reached exist.
//
// Cost: about as much as a pass. Test: every test of lifting and of a pass calls it.
#include "jit/ir/dominators.h"
#include "jit/passes/passes.h"

#include <fmt/format.h>

namespace fungescope::jit {
namespace {

class Verifier {
 public:
  explicit Verifier(const Graph& graph)
      : graph_(graph), dominators_(graph), place_(graph.values.size(), nowhere) {}

  std::string run() {
    for (const Part& part : graph_.parts) {
      for (std::size_t i = 0; i < part.phis.size(); ++i) place_[part.phis[i]] = 0;
      for (std::size_t i = 0; i < part.code.size(); ++i) place_[part.code[i]] = i + 1;
    }
    for (PartId id = 0; id < graph_.parts.size() && error_.empty(); ++id) {
      if (!graph_.parts[id].dead) check_part(id);
    }
    return error_;
  }

 private:
  static constexpr std::size_t nowhere = ~std::size_t{0};

  void check_part(PartId id) {
    const Part& part = graph_.parts[id];
    for (std::size_t i = 0; i < part.code.size(); ++i) {
      const Instr& instr = graph_.at(part.code[i]);
      const bool lacks = (instr.op == IrOp::select && instr.c == no_value) ||
                         (instr.op == IrOp::charge_by && instr.a == no_value);
      if (lacks) fail(id, "an operation without an operand", part.code[i]);
      if (instr.part != id) fail(id, "a value that says it is elsewhere", part.code[i]);
      for (const ValueId operand : {instr.a, instr.b, instr.c}) check_use(id, i + 1, operand);
      check_exit(id, i + 1, instr.exit);
    }
    const std::size_t end = part.code.size() + 1;
    check_use(id, end, part.a);
    check_use(id, end, part.b);
    for (const Edge& edge : part.edges) {
      for (const ValueId arg : edge.args) check_use(id, end, arg);
      check_stack(id, end, edge.stack);
      check_exit(id, end, edge.exit);
      if (edge.to == no_part) continue;
      const Part& to = graph_.parts[edge.to];
      if (to.dead) fail(id, "a way to a dead part", no_value);
      if (edge.args.size() != to.phis.size()) fail(id, "arguments that do not fit", no_value);
    }
  }

  void check_exit(PartId id, std::size_t place, ExitId exit) {
    if (exit != no_exit) check_stack(id, place, graph_.exits[exit].stack);
  }
  void check_stack(PartId id, std::size_t place, const StackState& stack) {
    for (const SlotValue& stored : stack.stored) check_use(id, place, stored.value);
  }

  void check_use(PartId id, std::size_t place, ValueId value) {
    if (value == no_value || graph_.is_constant(value)) return;
    const PartId at = graph_.at(value).part;
    if (graph_.is_floating(value)) return check_floating(id, place, value);
    if (place_[value] == nowhere) return fail(id, "a value that is nowhere", value);
    const bool defined = at == id ? place_[value] < place : dominators_.dominates(at, id);
    if (!defined) fail(id, "a value that may not be there yet", value);
  }

  void check_floating(PartId id, std::size_t place, ValueId value) {
    const IrOp op = graph_.at(value).op;
    const bool load = op == IrOp::load_slot || op == IrOp::load_cell;
    const bool at_end = place == graph_.parts[id].code.size() + 1;
    if (!load || !at_end) fail(id, "a value that is in no part", value);
  }

  void fail(PartId id, const char* what, ValueId value) {
    if (!error_.empty()) return;
    error_ = fmt::format("b{} has {}", id, what);
    if (value != no_value) error_ += fmt::format(": v{}", value);
  }

  const Graph& graph_;
  Dominators dominators_;
  std::vector<std::size_t> place_;
  std::string error_;
};

}  // namespace

std::string verify(const Graph& graph) {
  return Verifier(graph).run();
}

}  // namespace fungescope::jit
