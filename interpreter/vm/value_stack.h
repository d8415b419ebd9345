// Implements the stack of signed 64-bit values.
//
// Popping an empty stack returns 0 and leaves it empty, as in every dialect; `strict` checks the
// size first. The stack is a plain value: copying costs 8 bytes per value, whatever the capacity,
// and assigning to a stack of sufficient capacity does not allocate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
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
  // Returns the maximum size so far.
  [[nodiscard]] std::size_t high_water() const { return high_water_; }
  // Returns the values, bottom first. Valid until the next change.
  [[nodiscard]] std::span<const std::int64_t> values() const { return {bottom(), size_}; }

  // Returns the value `depth` positions below the top; 0 below the bottom.
  [[nodiscard]] std::int64_t peek(std::size_t depth = 0) const {
    return depth < size_ ? bottom()[size_ - 1 - depth] : 0;
  }
  void push(std::int64_t value) {
    if (size_ == capacity_) reserve(size_ + 1);
    bottom()[size_++] = value;
    if (size_ > high_water_) high_water_ = size_;
  }
  std::int64_t pop() { return size_ == 0 ? 0 : bottom()[--size_]; }

  // For the fast tiers, which access the memory directly while they run. `reserve` grows the
  // capacity to at least `capacity` values, at least doubling it, and returns the address of the
  // bottom value. The `padding_below` elements below it may be accessed as well and have no
  // meaning. `set_size` sets the size, within the capacity, after the values were written, and
  // raises the high-water mark to `deepest`.
  static constexpr std::size_t padding_below = 64;
  std::int64_t* reserve(std::size_t capacity);
  void set_size(std::size_t size, std::size_t deepest = 0);
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  // Compares the values, not the capacity and the high-water mark.
  friend bool operator==(const ValueStack& a, const ValueStack& b);

 private:
  struct Free {
    void operator()(std::int64_t* memory) const { std::free(memory); }
  };
  // From malloc: its realloc moves a large stack without copying it, or having it twice.
  using Memory = std::unique_ptr<std::int64_t[], Free>;  // NOLINT(modernize-avoid-c-arrays)

  // Grows the memory, and keeps its values.
  void allocate(std::size_t capacity);
  [[nodiscard]] std::int64_t* bottom() const {
    return memory_ == nullptr ? nullptr : memory_.get() + padding_below;
  }

  Memory memory_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::size_t high_water_ = 0;
};

}  // namespace fungescope
