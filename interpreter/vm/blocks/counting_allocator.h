// An allocator that counts the bytes that its containers hold, so that the memory of a structure of
// many containers is known exactly, however they grow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace fungescope {

struct ByteCount {
  std::size_t bytes = 0;
  std::size_t peak = 0;
};

// Counts into a ByteCount that outlives the containers; without one it counts nothing. The memory
// of a container that is moved stays counted where it was allocated; a copy is not counted.
template <class T>
class CountingAllocator {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  CountingAllocator() = default;
  explicit CountingAllocator(ByteCount* count) : count_(count) {}
  template <class U>
  CountingAllocator(const CountingAllocator<U>& other) : count_(other.count()) {}

  T* allocate(std::size_t count) {
    T* const memory = std::allocator<T>().allocate(count);
    if (count_ != nullptr) {
      count_->bytes += count * sizeof(T);
      count_->peak = std::max(count_->peak, count_->bytes);
    }
    return memory;
  }
  void deallocate(T* memory, std::size_t count) {
    if (count_ != nullptr) count_->bytes -= count * sizeof(T);
    std::allocator<T>().deallocate(memory, count);
  }
  [[nodiscard]] CountingAllocator select_on_container_copy_construction() const { return {}; }

  [[nodiscard]] ByteCount* count() const { return count_; }
  friend bool operator==(const CountingAllocator&, const CountingAllocator&) = default;

 private:
  ByteCount* count_ = nullptr;
};

}  // namespace fungescope
