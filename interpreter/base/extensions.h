// What the rooms of kinds of programs add, as each layer describes it by a type of its own.
#pragma once

#include <algorithm>
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

}  // namespace fungescope
