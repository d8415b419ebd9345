#include "debugger_ui/app/layout/tiling.h"

#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

using Json = nlohmann::ordered_json;

constexpr float min_ratio = 0.05F;

bool has(const std::vector<PanelId>& panels, PanelId panel) {
  return std::find(panels.begin(), panels.end(), panel) != panels.end();
}

bool any_shown(const Tile& tile, const Tiling::Shown& shown) {
  if (!tile.is_split()) return std::any_of(tile.panels.begin(), tile.panels.end(), shown);
  return any_shown(tile.children[0], shown) || any_shown(tile.children[1], shown);
}

void placement(Tile& tile, const Box& area, const Tiling::Shown& shown,
               Tiling::Arrangement& arrangement) {
  Tiling::TilePlacement placement{&tile, area, {}, PanelId::none};
  std::copy_if(tile.panels.begin(), tile.panels.end(), std::back_inserter(placement.tabs), shown);
  if (placement.tabs.empty()) return;
  placement.front = has(placement.tabs, tile.front) ? tile.front : placement.tabs.front();
  arrangement.placements.push_back(std::move(placement));
}

void arrange_in(Tile& tile, const Box& area, float gap, const Tiling::Shown& shown,
                Tiling::Arrangement& arrangement) {
  if (!tile.is_split()) {
    placement(tile, area, shown, arrangement);
    return;
  }
  Tile& first = tile.children[0];
  Tile& second = tile.children[1];
  if (!any_shown(second, shown)) return arrange_in(first, area, gap, shown, arrangement);
  if (!any_shown(first, shown)) return arrange_in(second, area, gap, shown, arrangement);
  Box a = area;
  Box handle = area;
  Box b = area;
  const bool sideways = tile.axis == Axis::side_by_side;
  const auto start = sideways ? &Box::x : &Box::y;
  const auto length = sideways ? &Box::width : &Box::height;
  a.*length = std::max(0.0F, std::round((area.*length - gap) * tile.ratio));
  handle.*start = a.*start + a.*length;
  handle.*length = gap;
  b.*start = handle.*start + gap;
  b.*length = std::max(0.0F, area.*start + area.*length - b.*start);
  arrangement.splitters.push_back({&tile, handle, area});
  arrange_in(first, a, gap, shown, arrangement);
  arrange_in(second, b, gap, shown, arrangement);
}

Tile* find_in(Tile& tile, PanelId panel) {
  if (!tile.is_split()) return has(tile.panels, panel) ? &tile : nullptr;
  for (Tile& child : tile.children) {
    if (Tile* const found = find_in(child, panel)) return found;
  }
  return nullptr;
}

Tile* last_tile(Tile& tile) {
  return tile.is_split() ? last_tile(tile.children[1]) : &tile;
}

// Replaces splits that have an empty tile by their other child.
void prune(Tile& tile) {
  if (!tile.is_split()) return;
  for (Tile& child : tile.children) prune(child);
  for (std::size_t i = 0; i < 2; ++i) {
    const Tile& child = tile.children[i];
    if (child.is_split() || !child.panels.empty()) continue;
    Tile rest = std::move(tile.children[1 - i]);
    tile = std::move(rest);
    return;
  }
}

Json tile_to_json(const Tile& tile) {
  if (tile.is_split()) {
    return {{"split", tile.axis == Axis::stacked ? "stacked" : "side by side"},
            {"ratio", std::round(tile.ratio * 10000) / 10000.0},
            {"first", tile_to_json(tile.children[0])},
            {"second", tile_to_json(tile.children[1])}};
  }
  Json json{{"panels", Json::array()}};
  for (const PanelId panel : tile.panels) json["panels"].push_back(name_of(panel));
  if (tile.front != PanelId::none) json["front"] = name_of(tile.front);
  return json;
}

std::optional<Tile> tile_of(const Json& json, std::set<PanelId>& seen, int depth) {
  if (!json.is_object() || depth > 32) return std::nullopt;
  if (json.contains("split")) {
    auto first = tile_of(setting_object(json, "first"), seen, depth + 1);
    auto second = tile_of(setting_object(json, "second"), seen, depth + 1);
    const auto ratio = read_setting<float>(json, "ratio");
    if (!first || !second || !ratio) return std::nullopt;
    return split(json["split"] == "stacked" ? Axis::stacked : Axis::side_by_side, *ratio,
                 std::move(*first), std::move(*second));
  }
  const auto panels = read_setting<std::vector<std::string>>(json, "panels");
  if (!panels) return std::nullopt;
  Tile result;
  for (const std::string& name : *panels) {
    const auto panel = find_panel(name);
    if (!panel) continue;  // of a newer version
    if (!seen.insert(*panel).second) return std::nullopt;
    result.panels.push_back(*panel);
  }
  const auto front = read_setting<std::string>(json, "front");
  if (front) result.front = find_panel(*front).value_or(PanelId::none);
  return result;
}

}  // namespace

Tile tile(std::vector<PanelId> panels) {
  Tile result;
  result.front = panels.empty() ? PanelId::none : panels.front();
  result.panels = std::move(panels);
  return result;
}

Tile split(Axis axis, float ratio, Tile first, Tile second) {
  Tile result;
  result.axis = axis;
  result.ratio = std::clamp(ratio, min_ratio, 1 - min_ratio);
  result.children.push_back(std::move(first));
  result.children.push_back(std::move(second));
  return result;
}

Tiling::Tiling(Tile root) : root_(std::move(root)) {
  prune(root_);
}

Tiling::Arrangement Tiling::arrange(const Box& area, float gap, const Shown& shown) {
  Arrangement arrangement;
  Tile* const single = maximised_ && shown(*maximised_) ? find(*maximised_) : nullptr;
  if (single != nullptr) {
    placement(*single, area, shown, arrangement);
  } else {
    arrange_in(root_, area, gap, shown, arrangement);
  }
  return arrangement;
}

Tile* Tiling::find(PanelId panel) {
  return find_in(root_, panel);
}

bool Tiling::bring_to_front(PanelId panel) {
  Tile* const found = find(panel);
  if (found == nullptr) return false;
  found->front = panel;
  if (maximised_ && find(*maximised_) != found) maximised_.reset();
  return true;
}

void Tiling::remove(PanelId panel) {
  if (maximised_ == panel) maximised_.reset();
  Tile* const found = find(panel);
  if (found == nullptr) return;
  std::erase(found->panels, panel);
  if (found->front == panel) {
    found->front = found->panels.empty() ? PanelId::none : found->panels.front();
  }
}

void Tiling::move(PanelId panel, PanelId neighbour, Side side) {
  if (panel == neighbour) {
    const Tile* const own = find(panel);
    if (own == nullptr || own->panels.size() < 2) return;  // the only panel of its tile
    neighbour = own->panels[own->panels.front() == panel ? 1 : 0];
  }
  if (find(neighbour) == nullptr) return;
  remove(panel);
  Tile& target = *find(neighbour);
  if (side == Side::centre) {
    target.panels.push_back(panel);
    target.front = panel;
  } else {
    const bool stacked = side == Side::above || side == Side::below;
    const bool first = side == Side::left || side == Side::above;
    Tile old = std::move(target);
    Tile added = tile({panel});
    if (first) std::swap(old, added);
    target =
        split(stacked ? Axis::stacked : Axis::side_by_side, 0.5F, std::move(old), std::move(added));
  }
  prune(root_);
}

void Tiling::open(PanelId panel, PanelId home) {
  if (bring_to_front(panel)) return;
  maximised_.reset();
  Tile* target = find(home);
  if (target == nullptr) target = last_tile(root_);
  target->panels.push_back(panel);
  target->front = panel;
}

void Tiling::close(PanelId panel) {
  if (!root_.is_split() && root_.panels.size() < 2) return;
  remove(panel);
  prune(root_);
}

void Tiling::toggle_maximised(PanelId panel) {
  if (maximised_) {
    maximised_.reset();
  } else if (bring_to_front(panel)) {
    maximised_ = panel;
  }
}

Json Tiling::to_json() const {
  return tile_to_json(root_);
}

std::optional<Tiling> Tiling::from_json(const Json& json) {
  std::set<PanelId> seen;
  auto root = tile_of(json, seen, 0);
  if (!root || seen.empty()) return std::nullopt;
  return Tiling(std::move(*root));
}

}  // namespace fungescope::ui
