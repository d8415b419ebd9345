// Numbers for what a client may ask about later. They die when the program goes on, so that a late
// question about the last stop is an error and not an answer about another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fungescope::dap {

template <class T>
class HandleTable {
 public:
  // From 1, as the protocol wants it, and none twice until 2^31 have been given.
  [[nodiscard]] std::int64_t add(T value) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (first_ + size() > most) {
      values_.clear();
      first_ = 1;
    }
    values_.push_back(std::move(value));
    return first_ + size() - 1;
  }
  // Null if there is none, or none any more.
  [[nodiscard]] const T* find(std::int64_t reference) const {
    if (reference < first_ || reference >= first_ + size()) return nullptr;
    return &values_[static_cast<std::size_t>(reference - first_)];
  }
  void forget() {
    first_ += size();
    values_.clear();
  }

 private:
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(values_.size()); }

  std::int64_t first_ = 1;
  std::vector<T> values_;
};

}  // namespace fungescope::dap
