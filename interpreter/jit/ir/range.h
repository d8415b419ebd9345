// What is known of a value's size.
#pragma once

#include "jit/ir/ir.h"

#include <algorithm>
#include <cstdint>

namespace fungescope::jit {

// Between `low` and `high`, both included.
struct Range {
  std::int64_t low = INT64_MIN;
  std::int64_t high = INT64_MAX;
  friend bool operator==(const Range&, const Range&) = default;
};

// Far enough from the limits for sums not to wrap.
inline bool is_modest(Range range) {
  constexpr std::int64_t modest = std::int64_t{1} << 61U;
  return range.low >= -modest && range.high <= modest;
}

// Where both hold. If nothing is left, code that is never reached: `a`.
inline Range both(Range a, Range b) {
  const Range common{std::max(a.low, b.low), std::min(a.high, b.high)};
  return common.low <= common.high ? common : a;
}
inline Range either(Range a, Range b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// By the smallest and largest products; {} where these may wrap.
[[nodiscard]] inline Range range_of_product(Range a, Range b) {
  constexpr std::int64_t small = std::int64_t{1} << 30U;
  if (a.low < -small || a.high > small || b.low < -small || b.high > small) return {};
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

// k > 0
[[nodiscard]] inline Range range_of_remainder(Range a, std::int64_t k) {
  if (a.low > -k && a.high < k) return a;
  return {a.low >= 0 ? 0 : 1 - k, a.high <= 0 ? 0 : k - 1};
}

[[nodiscard]] inline Range range_of_shift(IrOp op, Range a, std::int64_t bits) {
  if (op == IrOp::shift_left) {
    constexpr std::int64_t modest = std::int64_t{1} << 61U;
    if (bits > 60 || a.low < -(modest >> bits) || a.high > (modest >> bits)) return {};
    return {a.low * (std::int64_t{1} << bits), a.high * (std::int64_t{1} << bits)};
  }
  if (op == IrOp::shift_right || a.low >= 0) return {a.low >> bits, a.high >> bits};
  return bits == 0 ? Range{} : Range{0, INT64_MAX >> (bits - 1)};
}

// What `instr` computes from operands of which `range_of(ValueId)` is known.
template <class RangeOf>
[[nodiscard]] Range range_of_result(const Graph& graph, const Instr& instr, RangeOf range_of) {
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
    case IrOp::add: {
      const Range a = range_of(instr.a);
      const Range b = range_of(instr.b);
      if (!is_modest(a) || !is_modest(b)) return {};
      return {a.low + b.low, a.high + b.high};
    }
    case IrOp::subtract: {
      const Range a = range_of(instr.a);
      const Range b = range_of(instr.b);
      if (!is_modest(a) || !is_modest(b)) return {};
      return {a.low - b.high, a.high - b.low};
    }
    case IrOp::select:
      return either(range_of(instr.b), range_of(instr.c));
    case IrOp::shift_left:
    case IrOp::shift_right:
    case IrOp::shift_down:
      return range_of_shift(instr.op, range_of(instr.a), instr.k);
    case IrOp::multiply:
      return range_of_product(range_of(instr.a), range_of(instr.b));
    case IrOp::reduce: {
      const Range a = range_of(instr.a);
      if (a.high < instr.k) return a;
      return {std::min<std::int64_t>(a.low, 0), std::max(instr.k - 1, a.high - instr.k)};
    }
    case IrOp::bit_and: {
      const Range b = range_of(instr.b);
      return b.low >= 0 ? Range{0, b.high} : Range{};
    }
    case IrOp::divide:
    case IrOp::remainder: {
      if (!graph.is_constant(instr.b)) return {};
      const std::int64_t k = graph.at(instr.b).k;
      const Range a = range_of(instr.a);
      if (k == INT64_MIN || k == 0) return {};
      if (instr.op == IrOp::remainder) return range_of_remainder(a, k < 0 ? -k : k);
      return k < 0 ? Range{} : Range{a.low / k, a.high / k};
    }
    default:
      return {};
  }
}

}  // namespace fungescope::jit
