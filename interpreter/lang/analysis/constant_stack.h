// A stack whose values are known as far as they come from literals: what code without branches
// leaves, whatever was there before.
#pragma once

#include "lang/instruction.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

class ConstantStack {
 public:
  using Value = std::optional<std::int64_t>;  // nothing: not known

  // An empty stack gives `below`.
  explicit ConstantStack(Value below) : below_(below) {}

  [[nodiscard]] std::size_t size() const { return values_.size(); }
  // Returns the value under `depth` others.
  [[nodiscard]] Value at(std::size_t depth) const {
    return depth < size() ? values_[size() - 1 - depth] : below_;
  }
  void push(Value value) { values_.push_back(value); }
  void clear() { values_.clear(); }

  // Executes an instruction outside string mode. Returns whether all that it pushes is known.
  bool execute(Op op) {
    if (is_digit(op)) {
      push(digit_of(op));
      return true;
    }
    const Instruction& row = instruction(op);
    const Value b = at(0);
    const Value a = at(1);
    for (int i = 0; i < row.pops && !values_.empty(); ++i) values_.pop_back();
    if (op == Op::duplicate || op == Op::swap) push(b);
    if (row.pushes > 0) push(op == Op::duplicate ? b : op == Op::swap ? a : result_of(op, a, b));
    return row.pushes == 0 || at(0).has_value();
  }

 private:
  // Returns nothing for divisions whose rules depend on the dialect, or whose result does not fit.
  static Value result_of(Op op, Value a, Value b) {
    if (op == Op::logical_not && b) return *b == 0 ? 1 : 0;
    if (!a || !b) return std::nullopt;
    // Unsigned, so that it wraps around.
    const auto x = static_cast<std::uint64_t>(*a);
    const auto y = static_cast<std::uint64_t>(*b);
    if (op == Op::add) return static_cast<std::int64_t>(x + y);
    if (op == Op::subtract) return static_cast<std::int64_t>(x - y);
    if (op == Op::multiply) return static_cast<std::int64_t>(x * y);
    if (op == Op::greater) return *a > *b ? 1 : 0;
    if (*b == 0 || *b == -1) return std::nullopt;
    if (op == Op::divide) return *a / *b;
    return op == Op::remainder ? Value(*a % *b) : std::nullopt;
  }

  Value below_;
  std::vector<Value> values_;
};

}  // namespace fungescope
