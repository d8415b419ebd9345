#include "debugger_ui/app/files/three_way_merge.h"

#include <optional>

namespace fungescope::ui {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Json> items_of(const Json& array) {
  return array.is_array() ? std::vector<Json>(array.begin(), array.end()) : std::vector<Json>();
}

const Json* member(const Json& object, const std::string& key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

// Nothing: the member is removed.
std::optional<Json> merge_member(const Json* base, const Json* ours, const Json* theirs,
                                 std::size_t depth) {
  const Json none;
  const Json& before = base == nullptr ? none : *base;
  if (ours != nullptr && theirs != nullptr) return merge_json(before, *ours, *theirs, depth);
  const Json* const only = ours != nullptr ? ours : theirs;
  const bool removed = base != nullptr && *only == *base;  // by the other window
  return removed ? std::nullopt : std::optional(*only);
}

}  // namespace

Json merge_json(const Json& base, const Json& ours, const Json& theirs, std::size_t depth) {
  if (ours == theirs || theirs == base) return ours;
  if (ours == base) return theirs;
  if (depth == 0) return ours;
  if (ours.is_array() && theirs.is_array()) {
    return merge_items(items_of(base), items_of(ours), items_of(theirs),
                       [](const Json& item) -> const Json& { return item; });
  }
  if (!ours.is_object() || !theirs.is_object()) return ours;
  Json merged = Json::object();
  for (const Json* const side : {&ours, &theirs}) {
    for (const auto& [key, ignored] : side->items()) {
      if (merged.contains(key)) continue;
      auto value =
          merge_member(member(base, key), member(ours, key), member(theirs, key), depth - 1);
      if (value) merged[key] = std::move(*value);
    }
  }
  return merged;
}

}  // namespace fungescope::ui
