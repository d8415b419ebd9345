#include "debugger_ui/app/layout/tiling.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/platform/imgui_compat.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr float tile_gap = 4;
constexpr float min_tile = 60;

Panel& panel_of(const TilingView::Panels& panels, PanelId id) {
  return *panels[static_cast<std::size_t>(id)];
}

std::string title_of(PanelId id) {
  return std::string(name_of(id));
}

// The side of a tile at which a tab would be dropped: near an edge it gets a new tile.
Side side_at(const Box& box, ImVec2 at) {
  const float x = (at.x - box.x) / std::max(box.width, 1.0F);
  const float y = (at.y - box.y) / std::max(box.height, 1.0F);
  const float nearest = std::min({x, 1 - x, y, 1 - y});
  if (nearest > 0.22F) return Side::centre;
  if (nearest == x) return Side::left;
  if (nearest == 1 - x) return Side::right;
  return nearest == y ? Side::above : Side::below;
}

Box part_of(Box box, Side side) {
  if (side == Side::left || side == Side::right) box.width /= 2;
  if (side == Side::above || side == Side::below) box.height /= 2;
  if (side == Side::right) box.x += box.width;
  if (side == Side::below) box.y += box.height;
  return box;
}

// The tabs of a tile that have room, in order and with the front one, and the others.
struct TabStrip {
  float padding = 0;  // left and right of each title
  std::vector<PanelId> shown;
  std::vector<PanelId> hidden;
};

constexpr const char* more_label = "…";

TabStrip tabs_in(float room, const Tiling::TilePlacement& placement, float scale) {
  TabStrip strip;
  const auto width = [&](PanelId id) {
    return std::floor(ImGui::CalcTextSize(title_of(id).c_str()).x + 2 * strip.padding);
  };
  for (const float padding : {9.0F, 5.0F}) {
    strip.padding = padding * scale;
    float wanted = 0;
    for (const PanelId id : placement.tabs) wanted += width(id);
    strip.shown = placement.tabs;
    if (wanted <= room) return strip;
  }
  strip.shown.clear();
  room -= ImGui::CalcTextSize(more_label).x + 2 * strip.padding + width(placement.front);
  for (const PanelId id : placement.tabs) {
    const bool front = id == placement.front;
    if (!front) room -= width(id);
    (front || room >= 0 ? strip.shown : strip.hidden).push_back(id);
  }
  return strip;
}

// A menu of the tabs that have no room.
void draw_hidden_tabs(const std::vector<PanelId>& hidden, const Box& box, float padding,
                      const Tiling::TilePlacement& placement, const Context& context) {
  if (box.width < 1 || box.height < 1) return;
  ImGui::SetCursorScreenPos(box.item().min);
  ImGui::PushID(static_cast<int>(placement.front));
  if (ImGui::InvisibleButton("more tabs", {box.width, box.height})) ImGui::OpenPopup("hidden tabs");
  name_area("more tabs", name_of(placement.front), box.item());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) list.AddRectFilled(box.item().min, box.item().max, context.theme.hovered);
  const float top = std::round(box.y + (box.height - ImGui::GetTextLineHeight()) / 2);
  list.AddText({box.x + padding, top}, context.theme.dim, more_label);
  if (ImGui::BeginPopup("hidden tabs")) {
    for (const PanelId id : hidden) {
      if (ImGui::MenuItem(title_of(id).c_str())) placement.tile->front = id;
      name_item("tab " + title_of(id));
    }
    ImGui::EndPopup();
  }
  ImGui::PopID();
}

void draw_splitter(const Tiling::Splitter& handle, const Context& context) {
  if (handle.box.width < 1 || handle.box.height < 1) return;
  const bool sideways = handle.split->axis == Axis::side_by_side;
  ImGui::SetCursorScreenPos(handle.box.item().min);
  ImGui::PushID(handle.split);
  ImGui::InvisibleButton("handle", {handle.box.width, handle.box.height});
  const bool held = ImGui::IsItemActive();
  if (held || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(sideways ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    ImGui::GetWindowDrawList()->AddRectFilled(handle.box.item().min, handle.box.item().max,
                                              held ? context.theme.accent : context.theme.active);
  }
  if (held) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float length = sideways ? handle.both.width : handle.both.height;
    const float at = sideways ? mouse.x - handle.both.x : mouse.y - handle.both.y;
    const float min_share = std::min(0.45F, min_tile * context.scale / std::max(length, 1.0F));
    handle.split->ratio = std::clamp(at / std::max(length, 1.0F), min_share, 1 - min_share);
  }
  ImGui::PopID();
}

}  // namespace

void TilingView::draw_panel(Panel& panel, const Box& box, Context& context) {
  if (box.width < 1 || box.height < 1) return;
  ImGui::SetCursorScreenPos(box.item().min);
  const std::string id = fmt::format("##{}", name_of(panel.id()));
  ImGui::BeginChild(id.c_str(), {box.width, box.height}, false,
                    ImGuiWindowFlags_AlwaysUseWindowPadding);
  if (wanted_ == panel.id()) {
    take_keyboard();
    context.selection.focus_console = panel.id() == PanelId::console;
    wanted_.reset();
    framed_ = true;
  }
  const bool focused = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  if (focused) focused_ = panel.id();
  panel.draw(context);
  if (focused && framed_) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(box.item().min, box.item().max, false);
    list.AddRect(box.item().min, box.item().max, context.theme.accent, 0, 0,
                 std::max(2.0F, std::round(2 * context.scale)));
    list.PopClipRect();
    name_area("keyboard in", name_of(panel.id()), box.item());
  }
  ImGui::EndChild();
}

void TilingView::choose_focus(const Tiling::Arrangement& all) {
  if (ImGui::IsAnyMouseDown()) framed_ = false;
  if (const int step = std::exchange(step_, 0); step != 0 && !all.placements.empty()) {
    const auto count = static_cast<std::ptrdiff_t>(all.placements.size());
    const auto present =
        std::find_if(all.placements.begin(), all.placements.end(),
                     [this](const auto& placement) { return placement.front == focused_; });
    const std::ptrdiff_t next = present == all.placements.end()
                                    ? (step > 0 ? 0 : count - 1)
                                    : present - all.placements.begin() + step;
    wanted_ = all.placements[static_cast<std::size_t>((next + count) % count)].front;
  }
  focused_.reset();
}

void TilingView::draw(Tiling& tiling, const Panels& panels, const Box& area, Context& context) {
  const auto shown = [&](PanelId id) { return panel_of(panels, id).available(context.snapshot); };
  const Tiling::Arrangement all = tiling.arrange(area, std::round(tile_gap * context.scale), shown);
  choose_focus(all);
  top_of_timeline_ = std::numeric_limits<float>::infinity();
  const float tabs = std::ceil(ImGui::GetFontSize() + 8 * context.scale);
  for (const Tiling::TilePlacement& placement : all.placements) {
    name_area("tile", name_of(placement.front), placement.box.item());
    draw_tabs(all, placement, std::min(tabs, placement.box.height), context);
    const bool at_right = placement.box.right() > area.right() - 1;
    if (placement.front == PanelId::timeline && at_right) top_of_timeline_ = placement.box.y;
    Box inside = placement.box;
    inside.y += tabs;
    inside.height -= tabs;
    draw_panel(panel_of(panels, placement.front), inside, context);
  }
  wanted_.reset();
  for (const Tiling::Splitter& handle : all.splitters) draw_splitter(handle, context);
  draw_drop_zone(all, context);
  if (const auto change = std::exchange(change_, nullptr)) change(tiling);
}

void TilingView::draw_tabs(const Tiling::Arrangement& all, const Tiling::TilePlacement& placement,
                           float height, Context& context) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = context.theme;
  const Box strip{placement.box.x, placement.box.y, placement.box.width, height};
  list.AddRectFilled(strip.item().min, strip.item().max, theme.background);
  const TabStrip tabs = tabs_in(strip.width, placement, context.scale);
  float x = strip.x;
  for (const PanelId id : tabs.shown) {
    const std::string title = title_of(id);
    const ImVec2 text = ImGui::CalcTextSize(title.c_str());
    const float width = std::min(std::floor(text.x + 2 * tabs.padding), strip.right() - x);
    if (width < 1) break;
    const Box tab{x, strip.y, width, height};
    x += width;
    ImGui::SetCursorScreenPos(tab.item().min);
    ImGui::PushID(static_cast<int>(id));
    ImGui::InvisibleButton("tab", {tab.width, tab.height});
    name_area("tab", name_of(id), tab.item());
    const bool hovered = ImGui::IsItemHovered();
    if (ImGui::IsItemClicked()) placement.tile->front = id;
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      change_ = [id](Tiling& tiling) { tiling.toggle_maximised(id); };
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 8)) dragged_ = id;
    if (ImGui::BeginPopupContextItem("tab menu")) {
      tab_menu(all, placement, id);
      ImGui::EndPopup();
    }
    const bool front = id == placement.front;
    if (front || hovered) {
      list.AddRectFilled(tab.item().min, tab.item().max, front ? theme.panel : theme.hovered);
    }
    if (front) {
      list.AddRectFilled(tab.item().min,
                         {tab.right(), tab.y + std::max(1.0F, 1.5F * context.scale)},
                         placement.tabs.size() > 1 ? theme.accent : theme.border);
    }
    const ImVec2 at{tab.x + tabs.padding, std::round(tab.y + (tab.height - text.y) / 2)};
    list.PushClipRect(tab.item().min, tab.item().max, true);
    list.AddText(at, front ? theme.text : theme.dim, title.c_str());
    list.PopClipRect();
    ImGui::PopID();
  }
  if (tabs.hidden.empty()) return;
  const Box rest{x, strip.y, strip.right() - x, height};
  draw_hidden_tabs(tabs.hidden, rest, tabs.padding, placement, context);
}

void TilingView::tab_menu(const Tiling::Arrangement& all, const Tiling::TilePlacement& placement,
                          PanelId panel) {
  const auto move = [&](PanelId neighbour, Side side) {
    change_ = [=](Tiling& tiling) { tiling.move(panel, neighbour, side); };
  };
  if (ImGui::MenuItem("maximise, or back", "double click")) {
    change_ = [panel](Tiling& tiling) { tiling.toggle_maximised(panel); };
  }
  if (ImGui::BeginMenu("move to the tabs of", all.placements.size() > 1)) {
    for (const Tiling::TilePlacement& other : all.placements) {
      if (other.tile == placement.tile) continue;
      if (ImGui::MenuItem(title_of(other.front).c_str())) move(other.front, Side::centre);
    }
    ImGui::EndMenu();
  }
  const bool several = placement.tabs.size() > 1;
  const auto to_new_tile = [&](const char* label, Side side) {
    if (ImGui::MenuItem(label, nullptr, false, several)) move(panel, side);
  };
  to_new_tile("into a tile at the right", Side::right);
  to_new_tile("into a tile below", Side::below);
  ImGui::Separator();
  if (ImGui::MenuItem("close")) change_ = [panel](Tiling& tiling) { tiling.close(panel); };
}

void TilingView::draw_drop_zone(const Tiling::Arrangement& all, const Context& context) {
  if (!dragged_) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const Tiling::TilePlacement& placement : all.placements) {
    if (!placement.box.contains(mouse.x, mouse.y)) continue;
    const bool own =
        std::find(placement.tabs.begin(), placement.tabs.end(), *dragged_) != placement.tabs.end();
    const Side side = side_at(placement.box, mouse);
    if (own && (side == Side::centre || placement.tabs.size() < 2)) break;
    const Box zone = part_of(placement.box, side);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddRectFilled(zone.item().min, zone.item().max, with_alpha(context.theme.accent, 0.18F));
    list.AddRect(zone.item().min, zone.item().max, context.theme.accent);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
      change_ = [panel = *dragged_, neighbour = placement.front, side](Tiling& tiling) {
        tiling.move(panel, neighbour, side);
      };
    }
    break;
  }
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) dragged_.reset();
}

}  // namespace fungescope::ui
