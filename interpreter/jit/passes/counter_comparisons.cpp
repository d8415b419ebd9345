// Compares the updated value of an induction variable instead of the old one (LLVM's linear
// function test replacement).
//
// `1-:…_` computes v2 = v1 - 1 and tests v2 against 0, which lifting and folding turn into v1 != 1.
// If v1 has no other use, testing v2 != 0 lets v2 take the register of v1, and the back edge moves
// nothing.
//
// Example: `v5 = add v4 -1 … if v4 != 1 -> b1(v5)` becomes `if v5 != 0 -> b1(v5)`.
//
// Only for equality: with `greater`, the sum may have wrapped.
//
// Cost: linear in the sums of blocks that end in a comparison. Test: 'a counter is compared …' in
// tests/jit/passes_test.cpp.
#include "jit/ir/ir_builder.h"
#include "jit/passes/passes.h"
#include "vm/arithmetic.h"

namespace fungescope::jit {
namespace {

// Returns the last value of the block that is `value` plus a constant, or no_value.
ValueId last_sum(const Graph& graph, const BasicBlock& block, ValueId value) {
  for (auto id = block.code.rbegin(); id != block.code.rend(); ++id) {
    const Instr& instr = graph.at(*id);
    if (instr.op == IrOp::add && instr.a == value && graph.is_constant(instr.b)) return *id;
  }
  return no_value;
}

}  // namespace

void compare_updated_counters(Graph& graph) {
  IrBuilder values(graph);
  for (BasicBlock& block : graph.blocks) {
    if (block.terminator != TerminatorKind::branch || block.condition != Condition::not_equal)
      continue;
    if (block.dead || graph.is_constant(block.a) || !graph.is_constant(block.b)) continue;
    const ValueId sum = last_sum(graph, block, block.a);
    if (sum == no_value) continue;
    block.a = sum;
    block.b = values.constant(wrapping_add(graph.at(block.b).k, graph.at(graph.at(sum).b).k));
  }
}

}  // namespace fungescope::jit
