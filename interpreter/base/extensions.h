// What the rooms of kinds of programs add: extensions, which each layer describes by a type of its
// own, and values of their types that a structure carries without knowing them.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace fungescope {

// The extensions of a type, in the order in which they were registered.
template <class Type>
[[nodiscard]] std::vector<const Type*>& extensions() {
  static std::vector<const Type*> all;
  return all;
}

// `extension` must outlive the process. Not thread-safe: called in main.
template <class Type>
void register_extension(const Type& extension) {
  std::vector<const Type*>& all = extensions<Type>();
  if (std::find(all.begin(), all.end(), &extension) == all.end()) all.push_back(&extension);
}

// At most one value of each type:
//
//     answer.attachments.set(std::make_shared<const BoardWhy>(why));
//     if (const auto why = answer.attachments.get<BoardWhy>()) ...
class Attachments {
 public:
  // Replaces the one of this type; null removes it.
  template <class T>
  void set(std::shared_ptr<const T> value) {
    std::erase_if(all_, [](const Entry& entry) { return entry.first == key<T>(); });
    if (value != nullptr) all_.emplace_back(key<T>(), std::move(value));
  }
  // Returns null if there is none of this type.
  template <class T>
  [[nodiscard]] std::shared_ptr<const T> get() const {
    for (const auto& [type, value] : all_) {
      if (type == key<T>()) return std::static_pointer_cast<const T>(value);
    }
    return nullptr;
  }

 private:
  using Entry = std::pair<const void*, std::shared_ptr<const void>>;

  // An address for each type: the page is compiled without the names of types.
  template <class T>
  static const void* key() {
    static constexpr char address = 0;
    return &address;
  }

  std::vector<Entry> all_;
};

}  // namespace fungescope
