// Values of other layers' types that a structure carries without knowing them: at most one of each
// type.
//
//     answer.attachments.set(std::make_shared<const BoardWhy>(why));
//     if (const auto why = answer.attachments.get<BoardWhy>()) ...
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace fungescope {

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
