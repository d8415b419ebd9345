// Draws each declared region by its encoding, as many side by side as fit.
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/values/region_paint.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/item_names.h"
#include "session/expressions/symbols.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

class RegionsPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::regions; }
  [[nodiscard]] std::string_view title() const override { return "regions"; }

  void draw(Context& context) override {
    if (context.snapshot.regions.empty()) {
      placeholder_text(context,
                       "no regions; declare one in the source: #$region[9,1](9x9):ascii = name, or "
                       "drag over cells in the playfield and choose \"make it a region\"");
      draw_undo(context);
      return;
    }
    toolbar(context);
    if (ImGui::BeginChild("regions", {0, 0}, false,
                          ImGuiWindowFlags_HorizontalScrollbar |
                              (zooming() ? ImGuiWindowFlags_NoScrollWithMouse : 0))) {
      zoom(context);
      flow(context);
      form_.draw(context);
    }
    ImGui::EndChild();
  }

  void save(nlohmann::ordered_json& settings) const override {
    settings["hidden"] = hidden_;
    settings["zoom"] = zoom_;
  }
  void load(const nlohmann::ordered_json& settings) override {
    if (const auto zoom = read_setting<int>(settings, "zoom")) zoom_ = std::clamp(*zoom, -20, 20);
    if (const auto hidden = read_setting<std::vector<std::string>>(settings, "hidden")) {
      hidden_ = {hidden->begin(), hidden->end()};
    }
  }

 private:
  static bool zooming() { return ImGui::GetIO().KeyCtrl; }

  void toolbar(Context& context) {
    if (text_button(context, "choose")) ImGui::OpenPopup("choose");
    item_tooltip(context, "which regions are shown");
    if (ImGui::BeginPopup("choose")) {
      for (const RegionSnapshot& region : context.snapshot.regions) {
        const std::string& name = region.region.name;
        bool shown = hidden_.count(name) == 0;
        if (!ImGui::Checkbox(name.c_str(), &shown)) continue;
        shown ? static_cast<void>(hidden_.erase(name)) : static_cast<void>(hidden_.insert(name));
      }
      ImGui::EndPopup();
    }
    ImGui::SameLine();
    if (text_button(context, "-")) --zoom_;
    item_tooltip(context, "smaller (Ctrl and the wheel)");
    ImGui::SameLine(0, 2 * context.scale);
    if (text_button(context, "+")) ++zoom_;
    item_tooltip(context, "larger (Ctrl and the wheel)");
    draw_undo(context);
    if (hidden_.empty()) return;
    ImGui::SameLine();
    std::size_t shown = 0;
    for (const auto& region : context.snapshot.regions)
      shown += 1 - hidden_.count(region.region.name);
    coloured_text(context.theme.dim,
                  fmt::format("{} of {}", shown, context.snapshot.regions.size()));
  }

  void zoom(const Context& context) {
    const float wheel = ImGui::GetIO().MouseWheel;
    if (zooming() && wheel != 0 && ImGui::IsWindowHovered()) zoom_ += wheel > 0 ? 1 : -1;
    const auto steps = static_cast<int>(context.fonts.ladder.size());
    zoom_ = std::clamp(zoom_, -steps, steps);
  }

  // The font of the ladder nearest to small text, plus the chosen number of steps.
  ImFont* zoomed_font(const Context& context) {
    const std::vector<ImFont*>& ladder = context.fonts.ladder;
    int base = 0;
    for (std::size_t i = 0; i < ladder.size(); ++i) {
      if (font_size(*ladder[i]) <= font_size(*context.fonts.small)) base = static_cast<int>(i);
    }
    const int index = std::clamp(base + zoom_, 0, static_cast<int>(ladder.size()) - 1);
    zoom_ = index - base;
    return ladder[static_cast<std::size_t>(index)];
  }

  void flow(Context& context) {
    ImFont* const font = zoomed_font(context);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float space = ImGui::GetContentRegionAvail().x;
    const float gap = std::floor(14 * context.scale);
    const float heading = ImGui::GetTextLineHeight() + 3 * context.scale;
    ImVec2 at{0, 0};
    float row = 0;
    float widest = 0;
    for (const RegionSnapshot& region : context.snapshot.regions) {
      if (region.values.empty() || hidden_.count(region.region.name) != 0) continue;
      const RegionLayout shape = lay_out_region(region, font, space - 2);
      if (at.x > 0 && at.x + shape.width > space) at = {0, at.y + row + gap}, row = 0;
      const ImVec2 corner{std::floor(origin.x + at.x) + 1, std::floor(origin.y + at.y + heading)};
      caption(context, region, shape, {corner.x, corner.y - heading});
      cells(context, region, shape, font, corner);
      at.x += shape.width + gap;
      row = std::max(row, heading + shape.size.y);
      widest = std::max(widest, at.x - gap);
    }
    ImGui::SetCursorScreenPos(origin);
    ImGui::Dummy({widest + 1, at.y + row + 2});
  }

  static void caption(const Context& context, const RegionSnapshot& region,
                      const RegionLayout& shape, ImVec2 at) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string& name = region.region.name;
    list.PushClipRect(at, {at.x + shape.width, at.y + 2 * ImGui::GetTextLineHeight()}, true);
    list.AddText(at, context.theme.text, name.c_str());
    const float behind = ImGui::CalcTextSize(name.c_str()).x + character_width();
    list.AddText({at.x + behind, at.y}, context.theme.dim, shape.caption.c_str());
    list.PopClipRect();
  }

  void cells(Context& context, const RegionSnapshot& region, const RegionLayout& shape,
             ImFont* font, ImVec2 corner) {
    ImGui::SetCursorScreenPos(corner);
    ImGui::PushID(region.region.name.c_str());
    ImGui::InvisibleButton("cells", {std::max(shape.size.x, 1.0F), std::max(shape.size.y, 1.0F)});
    name_item(region.region.name);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Size size = region.region.area.size;
    const auto index = [](float pixels, float side, std::int64_t count) {
      return std::clamp<std::int64_t>(static_cast<std::int64_t>(pixels / side), 0, count - 1);
    };
    const Point offset{index(mouse.x - corner.x, shape.cell_width, size.width),
                       index(mouse.y - corner.y, shape.cell_height, size.height)};
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) {
      hovered_element_ = fmt::format("{}({},{})", region.region.name, offset.x, offset.y);
    }
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) menu_element_ = hovered_element_;
    draw_menu(context, region.region);
    if (ImGui::IsItemVisible()) paint_region(context, region, shape, font, corner);
    if (hovered) hover(context, region, offset);
    ImGui::PopID();
  }

  // ---- The menu of a region

  void draw_menu(Context& context, const Region& region) {
    if (!ImGui::BeginPopupContextItem("menu")) return;
    why_item(context, ("why " + menu_element_ + "?").c_str(), menu_element_, "W");
    ImGui::Separator();
    const bool by_hand = is_declared_by_hand(region);
    const std::string remove = "region delete " + region.name;
    if (ImGui::MenuItem("rename\u2026", nullptr, false, by_hand)) {
      form_.open(rename_form(region), ImGui::GetMousePos());
    }
    explain(context, region, "region rename " + region.name + " = NEW");
    if (ImGui::MenuItem("delete", nullptr, false, by_hand)) {
      deleted_ = region;
      deleted_from_ = context.snapshot.program->file;
      context.services.run(remove);
    }
    explain(context, region, remove);
    ImGui::Separator();
    if (ImGui::MenuItem("show in the playfield")) {
      show_cell(context, region.area.corner);
      context.selection.marked = {region.area};
      context.services.reveal(PanelId::playfield);
    }
    if (ImGui::MenuItem("hide")) hidden_.insert(region.name);
    item_tooltip(context, "\"choose\" shows it again");
    ImGui::EndPopup();
  }

  // What the item does, or why it cannot.
  static void explain(const Context& context, const Region& region, const std::string& command) {
    item_tooltip(
        context,
        is_declared_by_hand(region)
            ? "a region that was declared by hand"
            : fmt::format("the source declares it, {}; change it there", origin_of(region)),
        command);
  }

  static LinePopup::Contents rename_form(const Region& region) {
    LinePopup::Contents contents;
    contents.title = "new name of the region " + region.name;
    contents.hint = "letters, digits and _";
    contents.text = region.name;
    contents.to_command = [name = region.name](const std::string& text) -> Result<std::string> {
      return text == name ? std::string() : fmt::format("region rename {} = {}", name, text);
    };
    return contents;
  }

  // Offers to declare the region again that was deleted last.
  void draw_undo(Context& context) {
    if (!deleted_) return;
    const ViewSnapshot& snapshot = context.snapshot;
    const bool gone = snapshot.program->symbols.region(deleted_->name) == nullptr;
    if (deleted_from_ != snapshot.program->file) return deleted_.reset();
    if (!gone) return;
    const auto& [corner, size] = deleted_->area;
    const std::string again =
        fmt::format("region {} = {},{},{},{}:{}", deleted_->name, corner.x, corner.y, size.width,
                    size.height, to_string(deleted_->encoding));
    if (!snapshot.regions.empty()) ImGui::SameLine();
    if (text_button(context, ("undo: delete " + deleted_->name).c_str())) {
      context.services.run(again);
      deleted_.reset();
    }
    item_tooltip(context, "declares the region again", again);
  }

  void hover(Context& context, const RegionSnapshot& region, Point offset) {
    const Rectangle& area = region.region.area;
    const Point at{area.corner.x + offset.x, area.corner.y + offset.y};
    const auto index = static_cast<std::size_t>(offset.y * area.size.width + offset.x);
    const std::int64_t value = region.values[index];
    context.selection.hovered = at;
    context.selection.value_here = hovered_element_;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) show_cell(context, at);
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(fmt::format("{} = {}", hovered_element_, to_string(at)).c_str());
    ImGui::TextUnformatted(value_in_words(value).c_str());
    if (index < region.before.size() && region.before[index] != value) {
      coloured_text(context.theme.changed, "was " + value_in_words(region.before[index]));
    }
    coloured_text(context.theme.dim, "click: selects it in the playfield");
    ImGui::EndTooltip();
  }

  LinePopup form_;
  std::string hovered_element_;    // the last one under the mouse: "grid(2,5)"
  std::string menu_element_;       // the one that the menu was opened on
  std::optional<Region> deleted_;  // the last one, until it is declared again
  std::string deleted_from_;       // its program's file
  std::set<std::string> hidden_;
  int zoom_ = 0;  // steps of the ladder
};

}  // namespace

std::unique_ptr<Panel> make_regions_panel() {
  return std::make_unique<RegionsPanel>();
}

}  // namespace fungescope::ui
