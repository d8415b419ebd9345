#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

ItemNames* current_names() {
  return static_cast<ItemNames*>(ImGui::GetIO().UserData);
}

}  // namespace

void ItemNames::add(std::string name, ItemBox box) {
  frame_ = ImGui::GetFrameCount();
  Entry& entry = entries_[std::move(name)];
  if (entry.frame != frame_) entry = {frame_, box};
}

std::optional<ItemBox> ItemNames::find(const std::string& name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end() || found->second.frame != frame_) return std::nullopt;
  return found->second.box;
}

std::vector<std::string> ItemNames::all() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) {
    if (entry.frame == frame_) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void name_item(std::string_view name) {
  name_area(name, {}, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void name_item(std::string_view name, std::uint64_t index) {
  name_area(name, std::to_string(index), {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void name_area(std::string_view name, std::string_view detail, ItemBox box) {
  ItemNames* const names = current_names();
  if (names == nullptr) return;
  std::string whole(name);
  if (!detail.empty()) whole.append(" ").append(detail);
  names->add(std::move(whole), box);
}

}  // namespace fungescope::ui
