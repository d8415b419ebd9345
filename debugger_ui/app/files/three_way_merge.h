// Merges what two windows have made of the same saved state. `base` is the state that this window
// last read or wrote, `ours` what it has now, and `theirs` what another window has written since.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

// Additions, changes and removals of both windows hold; what both have changed is as in `ours`.
// `key(item)` identifies an item. Ours come first, in their order.
template <class Item, class Key>
[[nodiscard]] std::vector<Item> merge_items(const std::vector<Item>& base,
                                            const std::vector<Item>& ours,
                                            const std::vector<Item>& theirs, const Key& key) {
  const auto find = [&key](const std::vector<Item>& items, const Item& item) -> const Item* {
    const auto found = std::find_if(items.begin(), items.end(),
                                    [&](const Item& other) { return key(other) == key(item); });
    return found == items.end() ? nullptr : &*found;
  };
  std::vector<Item> merged;
  for (const Item& item : ours) {
    const Item* const before = find(base, item);
    const Item* const other = find(theirs, item);
    const bool unchanged = before != nullptr && *before == item;
    if (other != nullptr) {
      merged.push_back(unchanged ? *other : item);
    } else if (!unchanged) {
      merged.push_back(item);
    }
  }
  for (const Item& item : theirs) {
    if (find(base, item) == nullptr && find(ours, item) == nullptr) merged.push_back(item);
  }
  return merged;
}

// The same of JSON: objects by member, and arrays by item, down to `depth` levels. Deeper values
// are merged as a whole.
[[nodiscard]] nlohmann::ordered_json merge_json(const nlohmann::ordered_json& base,
                                                const nlohmann::ordered_json& ours,
                                                const nlohmann::ordered_json& theirs,
                                                std::size_t depth);

}  // namespace fungescope::ui
