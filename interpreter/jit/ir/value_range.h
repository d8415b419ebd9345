// Value ranges: the interval that a value lies in, and interval arithmetic on the operations.
#pragma once

#include "jit/ir/ir.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace fungescope::jit {

// From `low` to `high`, inclusive.
struct ValueRange {
  std::int64_t low = INT64_MIN;
  std::int64_t high = INT64_MAX;
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

[[nodiscard]] inline bool excludes_zero(ValueRange range) {
  return range.low > 0 || range.high < 0;
}

// Returns whether the condition holds for values of these ranges, if they decide it.
[[nodiscard]] inline std::optional<bool> decide(Condition condition, ValueRange a, ValueRange b) {
  if (a.low > b.high) return true;
  if (condition == Condition::greater) return a.high <= b.low ? std::optional(false) : std::nullopt;
  if (a.high < b.low) return true;
  return a.low == a.high && b.low == b.high ? std::optional(false) : std::nullopt;
}

// Whether a guard of a value always holds for values of the range.
[[nodiscard]] inline bool always_holds(const Instr& guard, ValueRange range) {
  switch (guard.op) {
    case IrOp::guard_below:
      return range.low >= 0 && range.high < guard.k;
    case IrOp::guard_nonnegative:
      return range.low >= 0;
    case IrOp::guard_nonzero:
      return excludes_zero(range);
    default:
      return false;
  }
}

// Whether the sum of two values of such ranges cannot wrap.
inline bool sums_cannot_wrap(ValueRange range) {
  constexpr std::int64_t modest = std::int64_t{1} << 61U;
  return range.low >= -modest && range.high <= modest;
}

// The intersection, or `a` if it is empty, which only unreachable code has.
inline ValueRange intersect(ValueRange a, ValueRange b) {
  const ValueRange common{std::max(a.low, b.low), std::min(a.high, b.high)};
  return common.low <= common.high ? common : a;
}
// The smallest range that contains both.
inline ValueRange hull(ValueRange a, ValueRange b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// The unlimited range if a product may wrap.
[[nodiscard]] inline ValueRange range_of_product(ValueRange a, ValueRange b) {
  constexpr std::int64_t small = std::int64_t{1} << 30U;
  if (a.low < -small || a.high > small || b.low < -small || b.high > small) return {};
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

// Of a % k, k > 0.
[[nodiscard]] inline ValueRange range_of_remainder(ValueRange a, std::int64_t k) {
  if (a.low > -k && a.high < k) return a;
  return {a.low >= 0 ? 0 : 1 - k, a.high <= 0 ? 0 : k - 1};
}

[[nodiscard]] inline ValueRange range_of_shift(IrOp op, ValueRange a, std::int64_t bits) {
  if (op == IrOp::shift_left) {
    constexpr std::int64_t modest = std::int64_t{1} << 61U;
    if (bits > 60 || a.low < -(modest >> bits) || a.high > (modest >> bits)) return {};
    return {a.low * (std::int64_t{1} << bits), a.high * (std::int64_t{1} << bits)};
  }
  if (op == IrOp::shift_right || a.low >= 0) return {a.low >> bits, a.high >> bits};
  return bits == 0 ? ValueRange{} : ValueRange{0, INT64_MAX >> (bits - 1)};
}

// Returns the range of the result of `instr`, given the ranges of its operands.
template <class RangeOf>
[[nodiscard]] ValueRange range_of_result(const Graph& graph, const Instr& instr, RangeOf range_of) {
  switch (instr.op) {
    case IrOp::constant:
      return {instr.k, instr.k};
    case IrOp::greater:
    case IrOp::is_zero:
      return {0, 1};
    case IrOp::low_byte:
      return {-128, 127};
    case IrOp::read_byte:
      return {-1, 255};
    case IrOp::random_quarter:
      return {0, 3};
    case IrOp::add:
    case IrOp::subtract: {
      const ValueRange a = range_of(instr.a);
      const ValueRange b = range_of(instr.b);
      if (!sums_cannot_wrap(a) || !sums_cannot_wrap(b)) return {};
      if (instr.op == IrOp::add) return {a.low + b.low, a.high + b.high};
      return {a.low - b.high, a.high - b.low};
    }
    case IrOp::select:
      return hull(range_of(instr.b), range_of(instr.c));
    case IrOp::shift_left:
    case IrOp::shift_right:
    case IrOp::shift_right_logical:
      return range_of_shift(instr.op, range_of(instr.a), instr.k);
    case IrOp::multiply:
      return range_of_product(range_of(instr.a), range_of(instr.b));
    case IrOp::reduce: {
      const ValueRange a = range_of(instr.a);
      if (a.high < instr.k) return a;
      return {std::min<std::int64_t>(a.low, 0), std::max(instr.k - 1, a.high - instr.k)};
    }
    case IrOp::bit_and: {
      const ValueRange b = range_of(instr.b);
      return b.low >= 0 ? ValueRange{0, b.high} : ValueRange{};
    }
    case IrOp::divide:
    case IrOp::remainder: {
      if (!graph.is_constant(instr.b)) return {};
      const std::int64_t k = graph.at(instr.b).k;
      const ValueRange a = range_of(instr.a);
      if (k == INT64_MIN || k == 0) return {};
      if (instr.op == IrOp::remainder) return range_of_remainder(a, k < 0 ? -k : k);
      return k < 0 ? ValueRange{} : ValueRange{a.low / k, a.high / k};
    }
    default:
      return {};
  }
}

}  // namespace fungescope::jit
