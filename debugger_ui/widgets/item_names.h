// Names of items on the screen, by which tests address them instead of by pixels.
//
//     ItemNames names;
//     ImGui::GetIO().UserData = &names;  // the window sets none, and naming costs one branch
//     ... frames are drawn ...
//     const auto box = names.find("stack row 1");
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

struct ItemBox {
  ImVec2 min;
  ImVec2 max;
  // The point at a fraction of the width and of the height, each 0 to 1; pixels of the screen.
  [[nodiscard]] ImVec2 at(ImVec2 fraction) const {
    return {min.x + (max.x - min.x) * fraction.x, min.y + (max.y - min.y) * fraction.y};
  }
};

class ItemNames {
 public:
  // Of several items with one name in a frame the first is kept.
  void add(std::string name, ItemBox box);
  // Returns nothing if the latest frame has no item of that name.
  [[nodiscard]] std::optional<ItemBox> find(const std::string& name) const;
  // The names in the latest frame, sorted.
  [[nodiscard]] std::vector<std::string> all() const;

 private:
  struct Entry {
    int frame = -1;
    ItemBox box{};
  };
  std::unordered_map<std::string, Entry> entries_;
  int frame_ = -1;  // the latest, by ImGui's count
};

// Names the last ImGui item: "NAME", or "NAME INDEX".
void name_item(std::string_view name);
void name_item(std::string_view name, std::uint64_t index);
// Names an area that is drawn without an ImGui item.
void name_area(std::string_view name, std::string_view detail, ItemBox box);

}  // namespace fungescope::ui
