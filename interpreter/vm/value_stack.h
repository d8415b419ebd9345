// The value stack: signed 64-bit values, growing to a limit.
//
// Popping an empty stack gives 0 and leaves it empty (the rule of every
// dialect; `strict` looks at the size first). The stack is a plain value;
// copying costs 8 bytes a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fungescope {

class ValueStack {
 public:
  static constexpr std::size_t default_limit = std::size_t{1} << 27U;

  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] bool empty() const { return values_.empty(); }
  // The deepest that the stack has ever been.
  [[nodiscard]] std::size_t high_water() const { return high_water_; }
  // Bottom first.
  [[nodiscard]] std::span<const std::int64_t> values() const { return values_; }

  // The value `depth` places below the top; 0 below the bottom.
  [[nodiscard]] std::int64_t peek(std::size_t depth = 0) const {
    return depth < values_.size() ? values_[values_.size() - 1 - depth] : 0;
  }
  void push(std::int64_t value) {
    values_.push_back(value);
    if (values_.size() > high_water_) high_water_ = values_.size();
  }
  std::int64_t pop() {
    if (values_.empty()) return 0;
    const std::int64_t value = values_.back();
    values_.pop_back();
    return value;
  }

  // For the fast tiers, which keep the stack in their own registers while they
  // run: replaces the contents, and raises the high-water mark to `deepest`.
  void assign(std::span<const std::int64_t> values, std::size_t deepest);

  friend bool operator==(const ValueStack& a, const ValueStack& b) {
    return a.values_ == b.values_;
  }

 private:
  std::vector<std::int64_t> values_;
  std::size_t high_water_ = 0;
};

}  // namespace fungescope
