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
#include "jit/ir/fold.h"
#include "jit/passes/passes.h"
#include "vm/arithmetic.h"

namespace fungescope::jit {
namespace {

// The last value of the part that is `value` plus a constant.
ValueId newest_sum(const Graph& graph, const Part& part, ValueId value) {
  for (auto id = part.code.rbegin(); id != part.code.rend(); ++id) {
    const Instr& instr = graph.at(*id);
    if (instr.op == IrOp::add && instr.a == value && graph.is_constant(instr.b)) return *id;
  }
  return no_value;
}

}  // namespace

void compare_fresh_counters(Graph& graph) {
  ValueMaker values(graph);
  for (Part& part : graph.parts) {
    if (part.end != EndKind::branch || part.condition != Condition::differ) continue;
    if (part.dead || graph.is_constant(part.a) || !graph.is_constant(part.b)) continue;
    const ValueId sum = newest_sum(graph, part, part.a);
    if (sum == no_value) continue;
    part.a = sum;
    part.b = values.constant(wrapping_add(graph.at(part.b).k, graph.at(graph.at(sum).b).k));
  }
}

}  // namespace fungescope::jit
