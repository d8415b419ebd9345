// Division and remainder by constants without a divide instruction (T. Granlund, P. Montgomery,
// "Division by Invariant Integers using Multiplication", 1994; H. Warren, "Hacker's Delight", 2nd
// edition, chapter 10).
//
// To divide by a constant is to multiply by its reciprocal. A power of two is a shift, with a bias
// for rounding towards zero unless the dividend is known to be nonnegative. A dividend that is
// known to be small needs no high half: one multiplication by an immediate operand, and a shift.
//
// Examples:
// - `v2 = divide v1 10` is the high half of v1 * 0x6666666666666667, shifted right by 2, plus one
// if v1
//   is negative; `v3 = remainder v1 10` is v1 - 10 * v2, and shares v2.
// - `v5 = divide v4 3` with v4 in 0..159 is v4 * 21846, shifted right by 16.
// - A dividend below twice the divisor, such as a counter that wraps around, is reduced at most
// once.
//
// A 64-bit divide takes 10 to 40 cycles, this 4 to 6. Cost: some ten operations for each division.
// Test: 'divisions ...' in tests/jit/passes_test.cpp.
#include "jit/passes/passes.h"

#include <bit>
#include <optional>

namespace fungescope::jit {
namespace {

struct Magic {
  std::int64_t multiplier = 0;
  int shift = 0;
};

// For 2 <= |divisor|, not a power of two.
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

// x / divisor for |x| <= max_dividend is x * multiplier >> shift, plus one for a negative x: exact
// as long as x * (multiplier * divisor - 2^shift) stays below 2^shift.
std::optional<Magic> small_magic_for(std::int64_t divisor, std::int64_t max_dividend) {
  if (divisor > INT32_MAX || max_dividend > INT32_MAX) return std::nullopt;
  for (int shift = 1; shift < 62; ++shift) {
    const std::int64_t power = std::int64_t{1} << shift;
    const std::int64_t multiplier = power / divisor + 1;
    if (multiplier > INT32_MAX) return std::nullopt;  // not an immediate operand
    const std::int64_t excess = multiplier * divisor - power;
    if (max_dividend * excess < power) return Magic{multiplier, shift};
  }
  return std::nullopt;
}

// Lowers one division of a dividend in a range.
class DivisionLowering {
 public:
  DivisionLowering(IrBuilder& values, const Instr& division, ValueRange dividend,
                   std::vector<ValueId>& code)
      : values_(values), division_(division), range_(dividend), code_(code) {}

  ValueId lower(std::int64_t divisor) {
    const ValueId a = division_.a;
    const std::int64_t size = divisor < 0 ? -divisor : divisor;
    if (range_.low > -size && range_.high < size) {
      return division_.op == IrOp::divide ? constant(0) : a;
    }
    if (division_.op == IrOp::divide) return quotient(a, divisor);
    if (size == 1) return constant(0);
    if (std::has_single_bit(static_cast<std::uint64_t>(size))) return low_bits(a, size);
    if (size <= INT32_MAX && range_.low >= 0 && range_.high < 2 * size) {
      return emit(IrOp::reduce, a, no_value, size);
    }
    const ValueId whole = emit(IrOp::multiply, quotient(a, divisor), constant(divisor));
    return emit(IrOp::subtract, a, whole);
  }

 private:
  ValueId quotient(ValueId a, std::int64_t divisor) {
    if (divisor == 1) return a;
    if (divisor == -1) return emit(IrOp::subtract, constant(0), a);
    const std::int64_t size = divisor < 0 ? -divisor : divisor;
    if (std::has_single_bit(static_cast<std::uint64_t>(size))) {
      const ValueId q = divide_by_power(a, std::countr_zero(static_cast<std::uint64_t>(size)));
      return divisor < 0 ? emit(IrOp::subtract, constant(0), q) : q;
    }
    if (divisor > 0 && range_.low >= -INT32_MAX && range_.high <= INT32_MAX) {
      const auto magic = small_magic_for(divisor, std::max(-range_.low, range_.high));
      if (magic) return small_quotient(a, magic->multiplier, magic->shift);
    }
    const Magic magic = magic_for(divisor);
    ValueId q = emit(IrOp::multiply_high, a, constant(magic.multiplier));
    if (divisor > 0 && magic.multiplier < 0) q = emit(IrOp::add, q, a);
    if (divisor < 0 && magic.multiplier > 0) q = emit(IrOp::subtract, q, a);
    q = shift(IrOp::shift_right, q, magic.shift);
    if (divisor > 0 && range_.low >= 0) return q;
    return emit(IrOp::add, q, shift(IrOp::shift_right_logical, divisor > 0 ? a : q, 63));
  }

  // The remainder by a power of two.
  ValueId low_bits(ValueId a, std::int64_t power) {
    if (range_.low >= 0) return emit(IrOp::bit_and, a, constant(power - 1));
    const ValueId raised =
        add_rounding_bias(a, std::countr_zero(static_cast<std::uint64_t>(power)));
    return emit(IrOp::subtract, a, emit(IrOp::bit_and, raised, constant(-power)));
  }

  ValueId small_quotient(ValueId a, std::int64_t multiplier, int bits) {
    const ValueId product = emit(IrOp::multiply, a, constant(multiplier));
    if (range_.low >= 0) return shift(IrOp::shift_right_logical, product, bits);
    const ValueId q = shift(IrOp::shift_right, product, bits);
    return emit(IrOp::add, q, shift(IrOp::shift_right_logical, a, 63));
  }

  // Rounds towards zero: adds 2^bits - 1 to a negative dividend.
  ValueId add_rounding_bias(ValueId a, int bits) {
    const ValueId sign = bits == 1 ? a : shift(IrOp::shift_right, a, 63);
    return emit(IrOp::add, a, shift(IrOp::shift_right_logical, sign, 64 - bits));
  }

  ValueId divide_by_power(ValueId a, int bits) {
    if (range_.low >= 0) return shift(IrOp::shift_right_logical, a, bits);
    return shift(IrOp::shift_right, add_rounding_bias(a, bits), bits);
  }

  ValueId shift(IrOp op, ValueId a, int bits) {
    return bits == 0 ? a : emit(op, a, no_value, bits);
  }

  ValueId constant(std::int64_t k) { return values_.constant(k); }
  ValueId emit(IrOp op, ValueId a, ValueId b, std::int64_t k = 0) {
    return values_.make_in(
        code_,
        {.op = op, .a = a, .b = b, .k = k, .block = division_.block, .from = division_.from});
  }

  IrBuilder& values_;
  const Instr division_;
  const ValueRange range_;  // of the dividend
  std::vector<ValueId>& code_;
};

}  // namespace

ValueId lower_division(Graph& graph, IrBuilder& values, ValueId division, ValueRange dividend,
                       std::vector<ValueId>& code) {
  const Instr instr = graph.at(division);
  if (instr.op != IrOp::divide && instr.op != IrOp::remainder) return no_value;
  if (!graph.is_constant(instr.b)) return no_value;
  const std::int64_t divisor = graph.at(instr.b).k;
  if (divisor == 0 || divisor == INT64_MIN) return no_value;
  return DivisionLowering(values, instr, dividend, code).lower(divisor);
}

ValueId zero_test_of(const Graph& graph, IrBuilder& values, ValueId remainder, BlockId block,
                     std::vector<ValueId>& code) {
  const Instr instr = graph.at(remainder);
  if (instr.op != IrOp::remainder || !graph.is_constant(instr.b)) return no_value;
  const std::int64_t divisor = graph.at(instr.b).k;
  if (divisor == INT64_MIN) return no_value;
  const std::int64_t size = divisor < 0 ? -divisor : divisor;
  if (size < 2 || !std::has_single_bit(static_cast<std::uint64_t>(size))) return no_value;
  return values.make_in(code, {.op = IrOp::bit_and,
                               .a = instr.a,
                               .b = values.constant(size - 1),
                               .block = block,
                               .from = instr.from});
}

}  // namespace fungescope::jit
