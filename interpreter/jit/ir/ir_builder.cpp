#include "jit/ir/ir_builder.h"

#include "vm/arithmetic.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace fungescope::jit {
namespace {

std::int64_t high_product(std::int64_t a, std::int64_t b) {
  __extension__ using Wide = __int128;
  return static_cast<std::int64_t>(static_cast<Wide>(a) * b >> 64U);
}

}  // namespace

IrBuilder::IrBuilder(Graph& graph) : graph_(graph) {
  ranges_.reserve(graph.values.size());
  for (ValueId id = 0; id < graph.values.size(); ++id) {
    ranges_.push_back(range_for(graph.values[id]));
    if (graph.is_constant(id)) constants_.emplace(graph.values[id].k, id);
  }
}

ValueId IrBuilder::constant(std::int64_t k) {
  const auto [entry, is_new] = constants_.try_emplace(k, no_value);
  if (is_new) entry->second = append({.k = k});
  return entry->second;
}

ValueId IrBuilder::append(const Instr& instr) {
  ranges_.resize(graph_.values.size());
  ranges_.push_back(range_for(instr));
  graph_.values.push_back(instr);
  return static_cast<ValueId>(graph_.values.size() - 1);
}

ValueId IrBuilder::make(const Instr& instr) {
  Instr ordered = instr;
  if (has_trait(instr.op, ir::commutes) && graph_.is_constant(instr.a))
    std::swap(ordered.a, ordered.b);
  const ValueId known = simplify(ordered);
  return known != no_value ? known : append(ordered);
}

ValueId IrBuilder::make_in(std::vector<ValueId>& code, const Instr& instr) {
  const std::size_t before = graph_.values.size();
  const ValueId id = make(instr);
  // Folding may have created a different value.
  if (id >= before && !graph_.is_constant(id)) code.push_back(id);
  return id;
}

ValueId IrBuilder::simplify(const Instr& instr) {
  const bool is_unary = instr.b == no_value;
  const bool constant_a = instr.a != no_value && graph_.is_constant(instr.a);
  const bool constant_b = !is_unary && graph_.is_constant(instr.b);
  if (constant_a && (is_unary || constant_b)) {
    if (const ValueId folded = fold_constants(instr); folded != no_value) return folded;
  }
  return identity(instr);
}

ValueId IrBuilder::fold_constants(const Instr& instr) {
  const std::int64_t a = graph_.at(instr.a).k;
  const std::int64_t b = instr.b == no_value ? 0 : graph_.at(instr.b).k;
  const auto bits = static_cast<std::uint64_t>(a);
  const auto k = static_cast<std::uint64_t>(instr.k);
  switch (instr.op) {
    case IrOp::add:
      return constant(wrapping_add(a, b));
    case IrOp::subtract:
      return constant(wrapping_subtract(a, b));
    case IrOp::multiply:
      return constant(wrapping_multiply(a, b));
    case IrOp::divide:
      return constant(wrapping_divide(a, b));
    case IrOp::remainder:
      return constant(wrapping_remainder(a, b));
    case IrOp::multiply_high:
      return constant(high_product(a, b));
    case IrOp::bit_and:
      return constant(a & b);
    case IrOp::greater:
      return constant(a > b ? 1 : 0);
    case IrOp::is_zero:
      return constant(a == 0 ? 1 : 0);
    case IrOp::low_byte:
      return constant(low_byte_signed(a));
    case IrOp::shift_left:
      return constant(static_cast<std::int64_t>(bits << k));
    case IrOp::shift_right:
      return constant(a >> k);
    case IrOp::shift_right_logical:
      return constant(static_cast<std::int64_t>(bits >> k));
    default:
      return no_value;
  }
}

ValueId IrBuilder::identity(const Instr& instr) {
  const auto k_is = [&](std::int64_t k) {
    return instr.b != no_value && graph_.is_constant(instr.b, k);
  };
  switch (instr.op) {
    case IrOp::add: {
      if (k_is(0)) return instr.a;
      const Instr& left = graph_.at(instr.a);  // (x + k) + l
      if (graph_.is_constant(instr.b) && left.op == IrOp::add && graph_.is_constant(left.b)) {
        Instr sum = instr;
        sum.a = left.a;
        sum.b = constant(wrapping_add(graph_.at(left.b).k, graph_.at(instr.b).k));
        return make(sum);
      }
      return no_value;
    }
    case IrOp::subtract: {
      if (instr.a == instr.b) return constant(0);
      if (!graph_.is_constant(instr.b)) return no_value;
      Instr sum = instr;
      sum.op = IrOp::add;
      sum.b = constant(wrapping_subtract(0, graph_.at(instr.b).k));
      return make(sum);
    }
    case IrOp::multiply: {
      if (k_is(0)) return instr.b;
      if (k_is(1)) return instr.a;
      if (!graph_.is_constant(instr.b)) return no_value;
      const auto factor = static_cast<std::uint64_t>(graph_.at(instr.b).k);
      if (!std::has_single_bit(factor)) return no_value;
      Instr shift = instr;
      shift.op = IrOp::shift_left;
      shift.b = no_value;
      shift.k = std::countr_zero(factor);
      return make(shift);
    }
    case IrOp::divide:
      if (k_is(0)) return instr.b;
      if (k_is(1)) return instr.a;
      return no_value;
    case IrOp::remainder:
      if (k_is(0) || k_is(1) || k_is(-1)) return constant(0);
      return no_value;
    case IrOp::greater: {
      if (instr.a == instr.b) return constant(0);
      const auto holds = decide(Condition::greater, range_of(instr.a), range_of(instr.b));
      return holds ? constant(*holds ? 1 : 0) : no_value;
    }
    case IrOp::is_zero: {
      const ValueRange a = range_of(instr.a);
      if (excludes_zero(a)) return constant(0);
      const Instr& inner = graph_.at(instr.a);  // !!a where a is 0 or 1
      if (inner.op != IrOp::is_zero) return no_value;
      const ValueRange of_inner = range_of(inner.a);
      return of_inner.low >= 0 && of_inner.high <= 1 ? inner.a : no_value;
    }
    case IrOp::low_byte: {
      const ValueRange a = range_of(instr.a);
      return a.low >= -128 && a.high <= 127 ? instr.a : no_value;
    }
    case IrOp::select: {
      if (instr.b == instr.c) return instr.b;
      const ValueRange a = range_of(instr.a);
      if (excludes_zero(a)) return instr.b;
      return a.low == 0 && a.high == 0 ? instr.c : no_value;
    }
    default:
      return no_value;
  }
}

ValueRange IrBuilder::range_for(const Instr& instr) const {
  return range_of_result(graph_, instr, [this](ValueId id) { return range_of(id); });
}

}  // namespace fungescope::jit
