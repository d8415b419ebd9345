// Draws each declared region by its encoding, as many side by side as fit.
#include "base/escape.h"
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/widgets/drawing.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

// Layout of one region at the current zoom.
struct RegionLayout {
  bool blocks = false;
  ImVec2 cell;
  ImVec2 size;          // of all cells
  std::string caption;  // after the name
  float width = 0;      // including the caption
};

// Larger regions are drawn as blocks of colour.
constexpr std::int64_t max_glyph_cells = 8192;

struct RegionPainter {
  const Context& context_;
  const RegionSnapshot& region_;
  const RegionLayout& shape_;
  ImFont* font_;
  ImVec2 corner_;
  ImDrawList& list_ = *ImGui::GetWindowDrawList();

  void paint() {
    const Theme& theme = context_.theme;
    const ImVec2 end = corner_ + shape_.size;
    list_.AddRectFilled(corner_, end, ground());
    // Only visible cells.
    const Size size = region_.region.area.size;
    const Point first = square_at(list_.GetClipRectMin() - corner_, shape_.cell, size);
    const Point last = square_at(list_.GetClipRectMax() - corner_, shape_.cell, size);
    // Cells smaller than a pixel are sampled.
    const std::int64_t step_x = std::max<std::int64_t>(1, std::llround(1 / shape_.cell.x));
    const std::int64_t step_y = std::max<std::int64_t>(1, std::llround(1 / shape_.cell.y));
    for (std::int64_t y = first.y; y <= last.y; y += step_y) {
      for (std::int64_t x = first.x; x <= last.x; x += step_x) paint_cell({x, y});
    }
    const float line = std::max(1.0F, std::floor(context_.scale));
    list_.AddRect(corner_ - ImVec2(line, line), end + ImVec2(line, line), theme.border, 0, 0, line);
    for (const auto* const point : {&context_.selection.cell, &context_.selection.hovered}) {
      if (*point) outline(**point, point == &context_.selection.cell ? theme.accent : theme.dim);
    }
  }

  void outline(Point at, ImU32 colour) {
    const Rectangle& area = region_.region.area;
    if (!area.contains(at)) return;
    const ImVec2 corner = position_of({at.x - area.corner.x, at.y - area.corner.y});
    const ImVec2 size{std::max(shape_.cell.x, 2.0F) + 1, std::max(shape_.cell.y, 2.0F) + 1};
    list_.AddRect(corner - ImVec2(1, 1), corner + size, colour, 0, 0,
                  std::max(1.0F, context_.scale));
  }

  [[nodiscard]] ImVec2 position_of(Point at) const {
    return {corner_.x + shape_.cell.x * static_cast<float>(at.x),
            corner_.y + shape_.cell.y * static_cast<float>(at.y)};
  }

  void paint_cell(Point at) {
    const auto index = static_cast<std::size_t>(at.y * region_.region.area.size.width + at.x);
    const std::int64_t value = region_.values[index];
    const bool changed = index < region_.before.size() && region_.before[index] != value;
    const bool empty = is_empty(at, value);
    const Theme& theme = context_.theme;
    const ImVec2 corner = position_of(at);
    if (shape_.blocks) {
      if (empty && !changed) return;
      const ImVec2 size{std::max(shape_.cell.x, 1.0F), std::max(shape_.cell.y, 1.0F)};
      list_.AddRectFilled(corner, corner + size, changed ? theme.changed : block_colour(value));
      return;
    }
    if (changed) list_.AddRectFilled(corner, corner + shape_.cell, changed_tint(theme));
    const ImU32 colour = changed ? legible(theme.changed, over(ground(), changed_tint(theme)))
                         : empty ? theme.faint
                                 : theme.text;
    write(corner, value, colour);
  }

  [[nodiscard]] ImU32 ground() const {
    return mix(context_.theme.panel, context_.theme.background, 0.5F);
  }

  // 0, or false; a blank among characters, or one of the source that the program has not stored
  // anything in yet: 32 as a number.
  [[nodiscard]] bool is_empty(Point offset, std::int64_t value) const {
    const Encoding& encoding = region_.region.encoding;
    if (value == (encoding.kind == Encoding::Kind::boolean ? encoding.false_value : 0)) return true;
    const Point corner = region_.region.area.corner;
    const Point at{corner.x + offset.x, corner.y + offset.y};
    const Playfield& source = *context_.snapshot.program->source;
    return value == ' ' && (encoding.kind == Encoding::Kind::ascii ||
                            (source.contains(at) && source.at(at) == value));
  }

  // Brightness is logarithmic in the magnitude.
  [[nodiscard]] ImU32 block_colour(std::int64_t value) const {
    const double size = std::log2(1 + std::abs(static_cast<double>(value)));
    const auto share = static_cast<float>(std::clamp(0.3 + size / 24, 0.3, 1.0));
    return mix(context_.theme.panel, value < 0 ? context_.theme.warning : context_.theme.region,
               share);
  }

  void write(ImVec2 corner, std::int64_t value, ImU32 colour) {
    const Encoding::Kind kind = region_.region.encoding.kind;
    if (kind == Encoding::Kind::ascii) return sign(corner, value, colour);
    if (kind == Encoding::Kind::boolean) return square(corner, value, colour);
    const bool hex = kind == Encoding::Kind::hex;
    number(corner, hex ? compact_hex(value) : compact_decimal(value), colour);
  }

  void sign(ImVec2 corner, std::int64_t value, ImU32 colour) {
    if (value == ' ') return;
    if (is_visible_ascii(value)) {
      centred_glyph(list_, font_, corner, shape_.cell, static_cast<char>(value), colour);
    } else {
      dot(corner, value == 0 ? context_.theme.faint : colour, 0.16F);
    }
  }

  void dot(ImVec2 corner, ImU32 colour, float share) {
    const float side = std::max(1.0F, std::floor(shape_.cell.y * share));
    const ImVec2 at{std::floor(corner.x + (shape_.cell.x - side) / 2),
                    std::floor(corner.y + (shape_.cell.y - side) / 2)};
    list_.AddRectFilled(at, at + ImVec2(side, side), colour);
  }

  void square(ImVec2 corner, std::int64_t value, ImU32 colour) {
    const Encoding& encoding = region_.region.encoding;
    if (value == encoding.true_value) return dot(corner, colour, 0.72F);
    if (value == encoding.false_value) return dot(corner, colour, 0.16F);
    centred_glyph(list_, font_, corner, shape_.cell,
                  is_visible_ascii(value) ? static_cast<char>(value) : '?', context_.theme.dim);
  }

  void number(ImVec2 corner, const std::string& text, ImU32 colour) {
    const float width = text_width(*font_, "0");
    const float left = corner.x + shape_.cell.x - width * (0.3F + static_cast<float>(text.size()));
    const float down = std::floor((shape_.cell.y - font_->FontSize) / 2);
    draw_text(list_, *font_, {std::floor(left), corner.y + down}, colour, text);
  }
};

// `space` is the width available for large regions.
RegionLayout lay_out_region(const RegionSnapshot& region, ImFont* font, float space) {
  const Size size = region.region.area.size;
  const float height = font->FontSize;
  const float character = text_width(*font, "0");
  RegionLayout shape;
  shape.blocks = size.area() > max_glyph_cells;
  if (shape.blocks) {
    const float fitting = space / static_cast<float>(size.width);
    const float wanted = std::floor(height / 4);
    shape.cell.x = fitting >= 1 ? std::min(std::floor(fitting), wanted) : std::min(fitting, wanted);
    shape.cell.y = shape.cell.x;
  } else {
    const auto characters =
        static_cast<float>(characters_per_cell(region.region.encoding, region.values));
    shape.cell.y = height + 1;
    shape.cell.x =
        characters > 1 ? std::ceil((characters + 0.6F) * character) : std::ceil(1.6F * character);
    if (region.region.encoding.kind == Encoding::Kind::boolean) {
      shape.cell.x = shape.cell.y;
    }
  }
  shape.size = {std::ceil(shape.cell.x * static_cast<float>(size.width)),
                std::ceil(shape.cell.y * static_cast<float>(size.height))};
  shape.caption =
      fmt::format("{}x{} {}", size.width, size.height, to_string(region.region.encoding));
  const float caption = ImGui::CalcTextSize(region.region.name.c_str()).x + character_width() +
                        ImGui::CalcTextSize(shape.caption.c_str()).x;
  // A long caption may be cut, so that it does not push its neighbours away.
  shape.width = std::max(shape.size.x, std::min(caption, 24 * character_width()));
  return shape;
}

class RegionsPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::regions; }

  void draw(Context& context) override {
    if (context.snapshot.regions.empty()) {
      placeholder_text(context,
                       "no regions; declare one in the source: #$region[9,1](9x9):ascii = name, or "
                       "drag over cells in the playfield and choose \"make it a region\"");
      return;
    }
    toolbar(context);
    if (ImGui::BeginChild("regions", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar)) {
      flow(context);
      form_.draw(context);
    }
    ImGui::EndChild();
  }

  void save(nlohmann::ordered_json& settings) const override { settings["hidden"] = hidden_; }
  void load(const nlohmann::ordered_json& settings) override {
    if (const auto hidden = read_setting<std::vector<std::string>>(settings, "hidden")) {
      hidden_ = {hidden->begin(), hidden->end()};
    }
  }

 private:
  void toolbar(Context& context) {
    if (text_button(context, "choose")) ImGui::OpenPopup("choose");
    item_tooltip(context, "which regions are shown");
    if (ImGui::BeginPopup("choose")) {
      for (const RegionSnapshot& region : context.snapshot.regions) {
        const std::string& name = region.region.name;
        bool shown = hidden_.count(name) == 0;
        if (!ImGui::Checkbox(name.c_str(), &shown)) continue;
        if (hidden_.erase(name) == 0) hidden_.insert(name);
      }
      ImGui::EndPopup();
    }
  }

  void flow(Context& context) {
    ImFont* const font = context.fonts.small;
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
    const Point offset =
        square_at(ImGui::GetIO().MousePos - corner, shape.cell, region.region.area.size);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) {
      hovered_element_ = element_name(region.region.name, offset);
    }
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) menu_element_ = hovered_element_;
    draw_menu(context, region.region);
    if (ImGui::IsItemVisible()) RegionPainter{context, region, shape, font, corner}.paint();
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
    if (ImGui::MenuItem("delete", nullptr, false, by_hand)) context.services.run(remove);
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
    return {.title = "new name of the region " + region.name,
            .hint = "letters, digits and _",
            .text = region.name,
            .to_command = [name = region.name](const std::string& text) -> Result<std::string> {
              return text == name ? std::string()
                                  : fmt::format("region rename {} = {}", name, text);
            }};
  }

  void hover(Context& context, const RegionSnapshot& region, Point offset) {
    const Rectangle& area = region.region.area;
    const Point at{area.corner.x + offset.x, area.corner.y + offset.y};
    const auto index = static_cast<std::size_t>(offset.y * area.size.width + offset.x);
    const std::int64_t value = region.values[index];
    context.selection.hovered = at;
    context.selection.value_here = hovered_element_;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) show_cell(context, at);
    const bool changed = index < region.before.size() && region.before[index] != value;
    item_tooltip(
        context,
        fmt::format("{} = {}\n{}{}", hovered_element_, to_string(at), value_in_words(value),
                    changed ? "\nwas " + value_in_words(region.before[index]) : ""),
        "click: selects it in the playfield");
  }

  LinePopup form_;
  std::string hovered_element_;  // the last one under the mouse: "grid(2,5)"
  std::string menu_element_;     // the one that the menu was opened on
  std::set<std::string> hidden_;
};

}  // namespace

std::unique_ptr<Panel> make_regions_panel() {
  return std::make_unique<RegionsPanel>();
}

}  // namespace fungescope::ui
