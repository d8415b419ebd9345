// Integer handles for objects that a client may ask about later. They expire when the program
// resumes, so that a late request about the previous stop is an error and not a wrong answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace fungescope::dap {

template <class T>
class HandleTable {
 public:
  // Returns a new handle, from 1 as the protocol requires; none is reused before 2^31 were given.
  [[nodiscard]] std::int64_t add(T value) {
    constexpr std::int64_t max = std::numeric_limits<std::int32_t>::max();
    if (first_ + size() > max) {
      values_.clear();
      first_ = 1;
    }
    values_.push_back(std::move(value));
    return first_ + size() - 1;
  }
  // Returns null for an unknown or expired handle. Valid until the next `add`.
  [[nodiscard]] const T* find(std::int64_t handle) const {
    if (handle < first_ || handle >= first_ + size()) return nullptr;
    return &values_[static_cast<std::size_t>(handle - first_)];
  }
  void invalidate_all() {
    first_ += size();
    values_.clear();
  }

 private:
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(values_.size()); }

  std::int64_t first_ = 1;
  std::vector<T> values_;
};

}  // namespace fungescope::dap
