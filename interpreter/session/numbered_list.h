// A list of what the user has set, numbered from 1 as it is added: breakpoints, bookmarks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace fungescope {

// `T` has a member `id`, which the list assigns. Numbers are not reused.
template <class T>
class NumberedList {
 public:
  // Adds an item with the next id. Returns the id.
  std::uint32_t add(T item) {
    item.id = next_id_++;
    items_.push_back(std::move(item));
    return items_.back().id;
  }
  // Returns null if the list has no such item.
  [[nodiscard]] T* find(std::uint64_t id) {
    const auto found =
        std::find_if(items_.begin(), items_.end(), [id](const T& one) { return one.id == id; });
    return found == items_.end() ? nullptr : &*found;
  }
  bool remove(std::uint32_t id) {
    return std::erase_if(items_, [id](const T& one) { return one.id == id; }) > 0;
  }
  void clear() { items_.clear(); }
  // In the order in which they were added.
  [[nodiscard]] const std::vector<T>& all() const { return items_; }
  [[nodiscard]] std::vector<T>& all() { return items_; }

 private:
  std::vector<T> items_;
  std::uint32_t next_id_ = 1;
};

}  // namespace fungescope
