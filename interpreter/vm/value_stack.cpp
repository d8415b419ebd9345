#include "vm/value_stack.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <new>
#include <utility>

namespace fungescope {
namespace {

constexpr std::size_t min_capacity = 63;

}  // namespace

void ValueStack::allocate(std::size_t capacity) {
  void* const grown = std::realloc(memory_.get(), (padding_below + capacity) * sizeof memory_[0]);
  if (grown == nullptr) throw std::bad_alloc();
  static_cast<void>(memory_.release());
  memory_.reset(static_cast<std::int64_t*>(grown));
  capacity_ = capacity;
}

ValueStack::ValueStack(const ValueStack& other)
    : size_(other.size_), high_water_(other.high_water_) {
  if (size_ == 0) return;
  allocate(size_);
  std::copy_n(other.bottom(), size_, bottom());
}

ValueStack& ValueStack::operator=(const ValueStack& other) {
  if (this == &other) return *this;
  if (other.size_ > capacity_) return *this = ValueStack(other);
  std::copy_n(other.bottom(), other.size_, bottom());
  size_ = other.size_;
  high_water_ = other.high_water_;
  return *this;
}

ValueStack::ValueStack(ValueStack&& other) noexcept
    : memory_(std::move(other.memory_)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)),
      high_water_(std::exchange(other.high_water_, 0)) {}

ValueStack& ValueStack::operator=(ValueStack&& other) noexcept {
  memory_ = std::move(other.memory_);
  size_ = std::exchange(other.size_, 0);
  capacity_ = std::exchange(other.capacity_, 0);
  high_water_ = std::exchange(other.high_water_, 0);
  return *this;
}

std::int64_t* ValueStack::reserve(std::size_t capacity) {
  if (capacity > capacity_) {
    allocate(std::max({capacity, 2 * capacity_, min_capacity}));
  }
  return bottom();
}

void ValueStack::set_size(std::size_t size, std::size_t deepest) {
  assert(size <= capacity_);
  size_ = size;
  high_water_ = std::max({high_water_, size, deepest});
}

bool operator==(const ValueStack& a, const ValueStack& b) {
  const auto left = a.values();
  const auto right = b.values();
  return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

}  // namespace fungescope
