// Selects one of four values by a random quarter in few operations.
//
// A select for each bit of the quarter. Before that, common terms are factored out: x + 1, x, x -
// 1, x is x plus a choice among constants, which needs no select, for c + bit * (d - c) is c or d.
// Example: one step of a random walk in two coordinates takes two multiplications in all.
//
// Cost: linear in the values made before, for each value. Test: tests/jit/if_conversion_test.cpp.
#include "jit/passes/passes.h"
#include "vm/arithmetic.h"

namespace fungescope::jit {

ValueId SelectBuilder::emit(Instr instr) {
  instr.block = block_;
  for (const auto& [made, value] : made_) {
    const bool same = made.op == instr.op && made.a == instr.a && made.b == instr.b &&
                      made.c == instr.c && made.k == instr.k;
    if (same) return value;
  }
  const std::size_t before = code_.size();
  const ValueId value = values_.make_in(code_, instr);
  if (code_.size() > before) {
    ++computed_;
    if (graph_.at(value).op == IrOp::select) ++selects_;
  }
  made_.emplace_back(instr, value);
  return value;
}

ValueId SelectBuilder::emit(IrOp op, ValueId a, ValueId b, ValueId c, std::int64_t k) {
  return emit({.op = op, .a = a, .b = b, .c = c, .k = k});
}

void SelectBuilder::invalidate_loads(const Instr& effect) {
  if (!has_trait(effect.op, ir::stores)) return;
  const bool stores_anywhere = effect.op != IrOp::store_cell;
  std::erase_if(made_, [&](const auto& made) {
    const IrOp op = made.first.op;
    if (op == IrOp::load_cell) return stores_anywhere || made.first.k == effect.k;
    return op == IrOp::load || op == IrOp::load_or_zero;
  });
}

ValueId SelectBuilder::select(const PerArm<ValueId>& values) {
  const auto [east, south, west, north] = values;
  if (all_equal(values)) return east;
  if (const ValueId sum = sum_with_select(values); sum != no_value) return sum;
  const ValueId low = emit(IrOp::bit_and, quarter_, values_.constant(1));
  const ValueId high = emit(IrOp::shift_right, quarter_, no_value, no_value, 1);
  // Three selects, or two if two opposite arms agree.
  if (east == west || south == north) {
    return choose(low, choose(high, north, south), choose(high, west, east));
  }
  return choose(high, choose(low, north, west), choose(low, south, east));
}

// x + 1, x, x - 1, x: x plus one of 1, 0, -1, 0, which other values may share.
ValueId SelectBuilder::sum_with_select(const PerArm<ValueId>& values) {
  PerArm<ValueId> terms{};
  PerArm<ValueId> constants{};
  for (std::size_t i = 0; i < arm_count; ++i) {
    const Instr& instr = graph_.at(values[i]);
    const bool is_sum = instr.op == IrOp::add && graph_.is_constant(instr.b);
    terms[i] = is_sum ? instr.a : values[i];
    constants[i] = is_sum ? instr.b : no_value;
  }
  if (!all_equal(terms)) return no_value;
  for (ValueId& constant : constants) {
    if (constant == no_value) constant = values_.constant(0);
  }
  return emit(IrOp::add, terms[0], select(constants));
}

// `by` is 0 or 1. A choice between constants is computed, which is faster than a select.
ValueId SelectBuilder::choose(ValueId by, ValueId then, ValueId otherwise) {
  if (then == otherwise) return then;
  if (graph_.is_constant(then) && graph_.is_constant(otherwise)) {
    const std::int64_t more = wrapping_subtract(graph_.at(then).k, graph_.at(otherwise).k);
    return emit(IrOp::add, emit(IrOp::multiply, by, values_.constant(more)), otherwise);
  }
  if (graph_.is_constant(otherwise, 0)) return emit(IrOp::multiply, by, then);
  if (graph_.is_constant(then, 0)) {
    return emit(IrOp::subtract, otherwise, emit(IrOp::multiply, by, otherwise));
  }
  return emit(IrOp::select, by, then, otherwise);
}

}  // namespace fungescope::jit
