// The value stack: signed 64-bit values, growing to a limit.
//
// Popping an empty stack gives 0 and leaves it empty (the rule of every
// dialect; `strict` looks at the size first). The stack is a plain value;
// copying costs 8 bytes a value, whatever the capacity, and assigning to a stack
// that has the capacity allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace fungescope {

class ValueStack {
 public:
  static constexpr std::size_t default_limit = std::size_t{1} << 27U;

  ValueStack() = default;
  ValueStack(const ValueStack& other);
  ValueStack& operator=(const ValueStack& other);
  ValueStack(ValueStack&& other) noexcept;
  ValueStack& operator=(ValueStack&& other) noexcept;
  ~ValueStack() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // The deepest that the stack has ever been.
  [[nodiscard]] std::size_t high_water() const { return high_water_; }
  // Bottom first. Valid until the next change.
  [[nodiscard]] std::span<const std::int64_t> values() const { return {bottom(), size_}; }

  // The value `depth` places below the top; 0 below the bottom.
  [[nodiscard]] std::int64_t peek(std::size_t depth = 0) const {
    return depth < size_ ? bottom()[size_ - 1 - depth] : 0;
  }
  void push(std::int64_t value) {
    if (size_ == capacity_) reserve(size_ + 1);
    bottom()[size_++] = value;
    if (size_ > high_water_) high_water_ = size_;
  }
  std::int64_t pop() { return size_ == 0 ? 0 : bottom()[--size_]; }

  // For the fast tiers, which work on the memory itself while they run.
  // `reserve` makes room for `capacity` values, at least doubling, and returns
  // the place of the bottom value; `padding_below` places below it may be used as well: what is
  // there means nothing.
  // `set_size` says how many values there are now (all written, within the
  // capacity) and, if it was deeper in between, how deep.
  static constexpr std::size_t padding_below = 64;
  std::int64_t* reserve(std::size_t capacity);
  void set_size(std::size_t size, std::size_t deepest = 0);
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  // The same values; capacity and high-water mark do not count.
  friend bool operator==(const ValueStack& a, const ValueStack& b);

 private:
  using Memory = std::unique_ptr<std::int64_t[]>;  // NOLINT(modernize-avoid-c-arrays)

  static Memory allocate(std::size_t capacity);
  [[nodiscard]] std::int64_t* bottom() const {
    return memory_ == nullptr ? nullptr : memory_.get() + padding_below;
  }

  Memory memory_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::size_t high_water_ = 0;
};

}  // namespace fungescope
