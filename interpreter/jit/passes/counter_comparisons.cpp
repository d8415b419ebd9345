// A counter that is compared as it is now, not as it was.
//
// The idea: `1-:…_` computes v2 = v1 - 1 and asks whether that is 0, which lifting and folding have
// made of all kinds of comparisons: v1 != 1. But v1 is needed for nothing else any more. If the
// branch asks v2 != 0, v2 can have v1's register, and the way round the loop moves nothing.
//
// Example: `v5 = add v4 -1 … if v4 != 1 -> b1(v5)` becomes `if v5 != 0 -> b1(v5)`.
//
// Equality only: with `greater`, the sum may have wrapped.
//
// Cost: a look at the sums of parts that end in a comparison. Test: 'a counter is compared …' in
// tests/jit/passes_test.cpp.
#include "jit/ir/ir_builder.h"
#include "jit/passes/passes.h"
#include "vm/arithmetic.h"

namespace fungescope::jit {
namespace {

// The last value of the part that is `value` plus a constant.
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
    if (block.end != TerminatorKind::branch || block.condition != Condition::differ) continue;
    if (block.dead || graph.is_constant(block.a) || !graph.is_constant(block.b)) continue;
    const ValueId sum = last_sum(graph, block, block.a);
    if (sum == no_value) continue;
    block.a = sum;
    block.b = values.constant(wrapping_add(graph.at(block.b).k, graph.at(graph.at(sum).b).k));
  }
}

}  // namespace fungescope::jit
