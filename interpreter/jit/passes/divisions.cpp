// Division and remainder by constants, without a divide instruction.
//
// The idea: to divide by a constant is to multiply by its reciprocal. The magic numbers are those
// of Hacker's Delight (Warren, 2nd edition, chapter 10, signed division); a power of two is a
// shift, with the bias that rounding towards zero takes unless the dividend is known not to be
// negative.
//
// Example: `v2 = divide v1 10` is the high half of v1 * 0x6666666666666667, shifted right by 2,
// plus one if v1 is negative; `v3 = remainder v1 10` is v1 - 10 * that, and shares it.
//
// A 64-bit divide takes 10 to 40 cycles, this 4 to 6. Cost: a pass over the values.
// Test: 'divisions ...' in tests/jit/passes_test.cpp.
#include "jit/fold.h"
#include "jit/passes/passes.h"
#include "jit/passes/replacements.h"

#include <bit>
#include <utility>

namespace fungescope::jit {
namespace {

struct Magic {
  std::int64_t multiplier = 0;
  int shift = 0;
};

// For 2 <= |divisor|, no power of two.
Magic magic_for(std::int64_t divisor) {
  constexpr std::uint64_t two63 = std::uint64_t{1} << 63U;
  const std::uint64_t size =
      divisor < 0 ? 0 - static_cast<std::uint64_t>(divisor) : static_cast<std::uint64_t>(divisor);
  const std::uint64_t t = two63 + (static_cast<std::uint64_t>(divisor) >> 63U);
  const std::uint64_t limit = t - 1 - t % size;
  int p = 63;
  std::uint64_t q1 = two63 / limit;
  std::uint64_t r1 = two63 - q1 * limit;
  std::uint64_t q2 = two63 / size;
  std::uint64_t r2 = two63 - q2 * size;
  std::uint64_t delta = 0;
  do {
    ++p;
    q1 = 2 * q1;
    r1 = 2 * r1;
    if (r1 >= limit) {
      ++q1;
      r1 -= limit;
    }
    q2 = 2 * q2;
    r2 = 2 * r2;
    if (r2 >= size) {
      ++q2;
      r2 -= size;
    }
    delta = size - r2;
  } while (q1 < delta || (q1 == delta && r1 == 0));
  const std::uint64_t multiplier = q2 + 1;
  return {static_cast<std::int64_t>(divisor < 0 ? 0 - multiplier : multiplier), p - 64};
}

class Replacer {
 public:
  explicit Replacer(Graph& graph) : graph_(graph), values_(graph), replacements_(graph) {}

  void run() {
    for (PartId id = 0; id < graph_.parts.size(); ++id) {
      part_ = id;
      const std::vector<ValueId> old = std::exchange(graph_.parts[id].code, {});
      for (const ValueId value : old) {
        for_each_operand(graph_.values[value],
                         [this](ValueId& use) { use = replacements_.resolve(use); });
        if (!replace(value)) graph_.parts[id].code.push_back(value);
      }
    }
    replacements_.apply(graph_);
  }

 private:
  bool replace(ValueId value) {
    const Instr instr = graph_.at(value);
    if (instr.op != IrOp::divide && instr.op != IrOp::remainder) return false;
    if (!graph_.is_constant(instr.b)) return false;
    const std::int64_t divisor = graph_.at(instr.b).k;
    if (divisor == 0 || divisor == INT64_MIN) return false;
    from_ = instr.from;
    ValueId result = quotient(instr.a, divisor);
    if (instr.op == IrOp::remainder) {
      result = emit(IrOp::subtract, instr.a, emit(IrOp::multiply, result, constant(divisor)));
    }
    replacements_.replace(value, result);
    return true;
  }

  ValueId quotient(ValueId a, std::int64_t divisor) {
    if (divisor == 1) return a;
    if (divisor == -1) return emit(IrOp::subtract, constant(0), a);
    const auto size = static_cast<std::uint64_t>(divisor < 0 ? -divisor : divisor);
    if (std::has_single_bit(size)) {
      const ValueId q = shifted(a, std::countr_zero(size));
      return divisor < 0 ? emit(IrOp::subtract, constant(0), q) : q;
    }
    const Magic magic = magic_for(divisor);
    ValueId q = emit(IrOp::multiply_high, a, constant(magic.multiplier));
    if (divisor > 0 && magic.multiplier < 0) q = emit(IrOp::add, q, a);
    if (divisor < 0 && magic.multiplier > 0) q = emit(IrOp::subtract, q, a);
    q = shift(IrOp::shift_right, q, magic.shift);
    if (divisor > 0 && values_.range_of(a).low >= 0) return q;
    return emit(IrOp::add, q, shift(IrOp::shift_down, divisor > 0 ? a : q, 63));
  }

  // Towards zero: a negative dividend is first raised by 2^bits - 1.
  ValueId shifted(ValueId a, int bits) {
    if (values_.range_of(a).low >= 0) return shift(IrOp::shift_down, a, bits);
    const ValueId sign = shift(IrOp::shift_right, a, 63);
    const ValueId bias = shift(IrOp::shift_down, sign, 64 - bits);
    return shift(IrOp::shift_right, emit(IrOp::add, a, bias), bits);
  }

  ValueId shift(IrOp op, ValueId a, int bits) {
    return bits == 0 ? a : emit(op, a, no_value, bits);
  }
  ValueId constant(std::int64_t k) { return values_.constant(k); }
  ValueId emit(IrOp op, ValueId a, ValueId b, std::int64_t k = 0) {
    Instr instr;
    instr.op = op;
    instr.a = a;
    instr.b = b;
    instr.k = k;
    instr.part = part_;
    instr.from = from_;
    const std::size_t before = graph_.values.size();
    const ValueId id = values_.make(instr);
    if (id >= before && !graph_.is_constant(id)) graph_.parts[part_].code.push_back(id);
    return id;
  }

  Graph& graph_;
  ValueMaker values_;
  Replacements replacements_;
  PartId part_ = 0;
  CellIndex from_ = no_cell;  // of the division
};

}  // namespace

void replace_divisions(Graph& graph) {
  Replacer(graph).run();
}

}  // namespace fungescope::jit
