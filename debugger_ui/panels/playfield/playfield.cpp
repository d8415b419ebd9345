#include "debugger_ui/panels/playfield/playfield.h"

#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/source_editing/source_editing.h"
#include "debugger_ui/widgets/drawing.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

// About two milliseconds.
constexpr std::int64_t counted_cells_per_frame = 1'500'000;
// Above this speed the eye does not follow the pointer.
constexpr double slow_ticks_per_second = 240;
// Comfortable text size, and the smallest readable row, in pixels at scale 1.
constexpr float comfortable_font = 14;
constexpr float smallest_row = 8;

bool button(const Context& context, const char* label, std::string_view tooltip, bool on) {
  const bool pressed = toggle_button(context, label, on);
  item_tooltip(context, tooltip);
  return pressed;
}

// "overlay NAME", or "overlay on NAME" for the present one.
void name_overlay(const OverlayInfo& info, bool on) {
  name_item((on ? "overlay on " : "overlay ") + std::string(info.name));
}

Point middle_of(const Rectangle& area) {
  return {area.corner.x + area.size.width / 2, area.corner.y + area.size.height / 2};
}

// Larger by as much on each side, within the field.
Rectangle grown(const Rectangle& area, std::int64_t dx, std::int64_t dy, Size field) {
  return rectangle_between(
             {area.corner.x - dx, area.corner.y - dy},
             {area.corner.x + area.size.width - 1 + dx, area.corner.y + area.size.height - 1 + dy},
             field)
      .value_or(area);
}

}  // namespace

std::unique_ptr<Panel> make_playfield_panel() {
  return std::make_unique<PlayfieldPanel>();
}

void PlayfieldPanel::draw(Context& context) {
  if (SourceEditing* const editing = if_active(context.editing)) {
    draw_editing(context, *editing);
  } else {
    draw_field(context);
  }
}

void PlayfieldPanel::draw_field(Context& context) {
  // One in the place of the other, so that the cells stay where they are.
  if (SourceEditing* const editing = if_active(context.editing)) {
    draw_edit_bar(context, *editing);
  } else {
    draw_toolbar(context);
  }
  if (const auto hit = find_.draw(context)) {
    context.selection.cell = *hit;
    show(*hit);
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const RulerSizes rulers =
      ruler_sizes(context.fonts, context.snapshot.program->field(), context.scale);
  const PixelRect all{std::floor(at.x), std::floor(at.y), std::floor(room.x), std::floor(room.y)};
  if (all.width < rulers.left + 8 || all.height < rulers.top + 8) return;
  view_.canvas = {all.x + rulers.left, all.y + rulers.top, all.width - rulers.left,
                  all.height - rulers.top};
  ImGui::InvisibleButton("cells", {all.width, all.height},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  name_item("playfield");
  const bool hovered = ImGui::IsItemHovered();
  prepare(context);
  handle_mouse(context, hovered);
  handle_keys(context);
  handle_requests(context);
  follow(context);
  view_.clamp_scroll(context.snapshot.program->field());
  request(context);
  paint(context, all);
  hover_.draw(context, drag_ == Drag::none ? hovered_ : std::nullopt);
  draw_menu(context);
  form_.draw(context);
}

void PlayfieldPanel::draw_toolbar(Context& context) {
  draw_overlays(context);
  ImGui::SameLine(0, 12 * context.scale);
  if (button(context, "follow", "keep the instruction pointer in sight", follow_)) {
    follow_ = !follow_;
    followed_ = 0;
  }
  ImGui::SameLine(0, 3 * context.scale);
  if (button(context, "fit", "the whole field: F", fitted_)) fit(context.snapshot);
  if (context.editing != nullptr) {
    ImGui::SameLine(0, 3 * context.scale);
    if (button(context, "edit", "write the program here: Ctrl+E", false)) {
      context.editing->set_active(true, context.selection.cell);
    }
    name_item("edit mode");
  }
  draw_position(context);
}

void PlayfieldPanel::draw_overlays(Context& context) {
  // Side by side where there is room, else in a combo box.
  const bool wide = ImGui::GetContentRegionAvail().x > 50 * ImGui::CalcTextSize("0").x * 1.6F;
  if (wide) {
    for (const OverlayInfo& info : overlay_infos) {
      if (button(context, info.name.data(), info.tooltip, overlay_ == info.overlay)) {
        overlay_ = info.overlay;
      }
      name_item("overlay", static_cast<std::uint64_t>(info.overlay));
      name_overlay(info, overlay_ == info.overlay);
      ImGui::SameLine(0, 1);
    }
  } else {
    const OverlayInfo& current = overlay_infos[static_cast<std::size_t>(overlay_)];
    ImGui::SetNextItemWidth(14 * ImGui::CalcTextSize("0").x);
    const bool open = ImGui::BeginCombo("##overlay", current.name.data());
    if (!open) {
      name_overlay(current, true);
    } else {
      for (const OverlayInfo& info : overlay_infos) {
        if (ImGui::Selectable(info.name.data(), overlay_ == info.overlay)) overlay_ = info.overlay;
        name_overlay(info, false);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", info.tooltip.data());
      }
      ImGui::EndCombo();
    }
    ImGui::SameLine(0, 1);
  }
  if (!needs_heat(overlay_)) return;
  ImGui::SameLine(0, 8 * context.scale);
  if (button(context, whole_run_ ? "whole run" : "last 1M",
             "counts of the last million ticks, or of the whole run up to here", false)) {
    whole_run_ = !whole_run_;
  }
  name_item("overlay range");
}

void PlayfieldPanel::draw_position(Context& context) const {
  std::string text;
  if (context.selection.area) {
    const Rectangle& area = *context.selection.area;
    text = fmt::format("{} x {} at {}", area.size.width, area.size.height, to_string(area.corner));
  } else if (const auto cell = hovered_ ? hovered_ : context.selection.cell) {
    text = to_string(*cell);
  }
  right_aligned_text(context.theme.dim, text);
}

void PlayfieldPanel::prepare(Context& context) {
  const ViewSnapshot& snapshot = context.snapshot;
  if (scale_ != context.scale || levels_.empty()) {
    scale_ = context.scale;
    levels_ = levels_for_fonts(context.fonts);
    readable_ = level_for_font_size(levels_, context.fonts, comfortable_font * scale_);
    set_level(std::min(level_, levels_.size() - 1));
  }
  const bool edits = if_active(context.editing) != nullptr;
  const bool toggled = std::exchange(edits_, edits) != edits && source_ != nullptr;
  if (source_ != snapshot.program->source) {
    const bool same_size = source_ != nullptr && source_->size() == snapshot.program->field();
    source_ = snapshot.program->source;
    density_.set_source(source_);
    if (toggled) {
      fitted_ = fitted_ && same_size;  // the cells stay where they are
    } else if (!same_size) {
      const ZoomLevel& whole = levels_[level_to_fit(levels_, view_.canvas, source_->size())];
      fitted_ = whole.font >= 0 && whole.height >= smallest_row * context.scale;
      if (!fitted_) {
        set_level(readable_);
        view_.left = view_.top = -1;
        view_.bring_into_view(snapshot.ip, 0.1F);
      }
    }
  }
  if (fitted_) fit(snapshot);
  const bool overview_needed =
      detail_for(view_.zoom) == CellDetail::density || !view_.holds(source_->size());
  if (overview_needed && !density_.done()) {
    density_.work(counted_cells_per_frame);
    context.schedule.within(0);
  }
  code_.learn(snapshot);
  heat_.update(needs_heat(overlay_) ? snapshot.heat : nullptr, overlay_);
}

void PlayfieldPanel::fit(const ViewSnapshot& snapshot) {
  const Size field = snapshot.program->field();
  fitted_ = true;
  set_level(level_to_fit(levels_, view_.canvas, field));
  view_.centre(field);
}

void PlayfieldPanel::show(Point cell) {
  if (fitted_ && view_.zoom.font >= 0) return;  // already visible
  if (view_.zoom.font < 0) {
    // Zooms in until it can be read.
    set_level(readable_);
    view_.centre_on(cell);
  }
  fitted_ = false;
  view_.bring_into_view(cell, 0.15F);
}

void PlayfieldPanel::zoom_to(const Rectangle& area) {
  fitted_ = false;
  set_level(level_to_fit(levels_, view_.canvas, area.size));
  view_.centre_on(middle_of(area));
}

void PlayfieldPanel::set_level(std::size_t level) {
  level_ = level;
  view_.zoom = levels_[level];
}

void PlayfieldPanel::follow(Context& context) {
  const ViewSnapshot& snapshot = context.snapshot;
  glow_.update(snapshot, context.seconds);
  overview_.executed.update(snapshot);
  if (!glow_.dark()) context.schedule.within(1.0 / 30);
  const bool fast =
      snapshot.playing() &&
      (overview_.level_before || snapshot.activity.ticks_per_second > slow_ticks_per_second);
  if (!fast) leave_overview(context);
  // Each instant is followed once: the user may have scrolled away since.
  if (fitted_) followed_ = snapshot.instant;
  if (!follow_ || drag_ != Drag::none || snapshot.instant == followed_) return;
  followed_ = snapshot.instant;
  if (fast) {
    follow_fast(context);
  } else {
    view_.bring_into_view(snapshot.ip, 0.12F);
  }
}

// Shows all that is executed: the view moves only when the run reaches cells outside it.
void PlayfieldPanel::follow_fast(Context& context) {
  const ViewSnapshot& snapshot = context.snapshot;
  const auto& area = overview_.executed.area();
  if (!area || overview_.left) return;
  const FieldView& shown = overview_.view;
  if (overview_.area && (view_.zoom.width != shown.zoom.width || view_.left != shown.left ||
                         view_.top != shown.top)) {
    overview_.left = true;  // the user has moved it
    return;
  }
  if (overview_.area && overview_.area->contains(area->corner) &&
      overview_.area->contains(
          {area->corner.x + area->size.width - 1, area->corner.y + area->size.height - 1})) {
    return;
  }
  if (!overview_.level_before) overview_.level_before = level_;
  // A margin, so that it does not grow with every step.
  const Size field = snapshot.program->field();
  overview_.area = grown(*area, 4, 4, field);
  set_level(
      std::min(*overview_.level_before, level_to_fit(levels_, view_.canvas, overview_.area->size)));
  view_.centre_on(middle_of(*overview_.area));
  view_.clamp_scroll(field);
  overview_.view = view_;
}

void PlayfieldPanel::leave_overview(Context& context) {
  if (overview_.level_before && !overview_.left) {
    set_level(*overview_.level_before);
    view_.centre_on(context.snapshot.ip);
  }
  overview_.level_before.reset();
  overview_.area.reset();
  overview_.left = false;
}

void PlayfieldPanel::handle_requests(Context& context) {
  if (std::exchange(context.selection.find, false)) find_.open();
  const auto cell = std::exchange(context.selection.show, std::nullopt);
  if (cell && context.snapshot.program->source->contains(*cell)) show(*cell);
  if (const auto area = std::exchange(context.selection.zoom, std::nullopt)) {
    zoom_to(*area);
    followed_ = context.snapshot.instant;
  }
}

void PlayfieldPanel::request(Context& context) const {
  const Size field = context.snapshot.program->field();
  Rectangle wanted = view_.visible(field);
  // Smaller cells are drawn from the source, so no cells are needed.
  const bool overview = detail_for(view_.zoom) == CellDetail::density;
  if (overview) wanted.size = {0, 0};
  // Requests a margin, so that scrolling shows cells at once.
  if (wanted.size.area() > 0) {
    const Rectangle more = grown(wanted, wanted.size.width / 8, wanted.size.height / 8, field);
    if (more.size.area() <= ViewRequest::max_cells) wanted = more;
  }
  context.request.add_cells(wanted);
  if (needs_heat(overlay_)) {
    context.request.heat.wanted = true;
    context.request.heat.whole_run = whole_run_;
    context.request.heat.overview = overview;
  }
}

void PlayfieldPanel::paint(Context& context, const PixelRect& all) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Size size = context.snapshot.program->field();
  const bool blocks = view_.zoom.font < 0;
  Grounds grounds(blocks ? Rectangle{} : view_.visible(size), context.theme.panel);
  const FieldPaint field{list,          context.snapshot, view_,  context.theme,
                         context.fonts, context.scale,    code_,  heat_,
                         overlay_,      density_,         grounds};
  const PixelRect& canvas = view_.canvas;
  list.PushClipRect(corner_of(canvas), end_of(canvas), true);
  frame(list, view_.area_of({{0, 0}, size}).grown(1), context.theme.grid_line);
  paint_trail(field);
  // Below glyphs, which must stay readable, and above blocks, which would hide it.
  if (blocks) paint_cells(field);
  paint_glow(field, glow_);
  paint_causes(field, context.selection.causes);
  if (!blocks) paint_cells(field);
  paint_regions(field);
  if (blocks) paint_phases(field);
  paint_breakpoints(field);
  paint_hits(field);
  paint_selection(field, context.selection);
  paint_cause_marks(field, context.selection.causes);
  paint_pointer(field);
  name_area("pointer", {}, box_of(view_.area_of({context.snapshot.ip, {1, 1}})));
  paint_legend(field);
  map_.reset();
  const bool overview = overview_.area && !overview_.left;
  if (context.minimap && !overview && !view_.holds(size)) {
    map_ = minimap_view(view_, context.snapshot.ip, size, levels_.back(), context.scale);
  }
  if (map_) {
    name_area("minimap", "", box_of(map_->canvas));
    paint_minimap(field, *map_, context.selection);
  }
  list.PopClipRect();
  paint_rulers(field, all);
}

void PlayfieldPanel::paint_hits(const FieldPaint& field) const {
  if (!find_.is_open()) return;
  const Rectangle visible = view_.visible(field.snapshot.program->field());
  for (std::size_t i = 0; i < find_.hits().size(); ++i) {
    const Rectangle cells = cells_of(find_.hits()[i], find_.length());
    const Rectangle near{
        {visible.corner.x - cells.size.width, visible.corner.y - cells.size.height},
        {visible.size.width + cells.size.width, visible.size.height + cells.size.height}};
    if (!near.contains(cells.corner)) continue;
    const PixelRect area = view_.area_of(cells).at_least(2);
    const bool here = i == find_.current();
    fill(field.list, area, with_alpha(field.theme.marked, here ? 0.15F : 0.12F));
    if (!here) continue;
    const float line = 1.5F * field.scale;  // around the characters, not over them
    frame(field.list, area.grown(line), field.theme.accent, line);
  }
}

// What is counted, and how far.
std::string PlayfieldPanel::heat_caption(const ViewSnapshot& snapshot) const {
  if (heat_.heat() == nullptr) return "counting…";
  const HeatSnapshot& heat = *heat_.heat();
  std::string caption =
      fmt::format("{} ticks {} to {}",
                  heat_.range().max.empty()
                      ? "none in"
                      : fmt::format("{},", overlay_infos[static_cast<std::size_t>(overlay_)].name),
                  with_separators(heat.from), with_separators(heat.to));
  if (!snapshot.playing() && heat.to < snapshot.tick) {
    const double share =
        static_cast<double>(heat.to - heat.from) / static_cast<double>(snapshot.tick - heat.from);
    caption += fmt::format(", counting: {:.0f} % of {}", std::floor(100 * share),
                           with_separators(snapshot.tick));
  }
  return caption;
}

void PlayfieldPanel::paint_legend(const FieldPaint& field) const {
  const bool too_small =
      overlay_ == Overlay::modified && detail_for(view_.zoom) == CellDetail::density;
  const bool changes =
      field.snapshot.changed_since && !needs_heat(overlay_) &&
      std::any_of(field.snapshot.cells.flags.begin(), field.snapshot.cells.flags.end(),
                  [](std::uint8_t flags) { return (flags & CellsSnapshot::changed) != 0; });
  if (!needs_heat(overlay_) && !too_small && !changes) return;
  const HeatIntensities::Range range = heat_.range();
  const std::string caption =
      too_small ? "modified cells are shown at a larger zoom"
      : changes ? "changed since tick " + with_separators(*field.snapshot.changed_since)
                : heat_caption(field.snapshot);
  ImFont* const font = field.fonts.small;
  const float line = font->FontSize + 3 * field.scale;
  const bool ramp = !range.max.empty();
  const float bar = 110 * field.scale;
  const float pad = 5 * field.scale;
  const float ramp_width =
      ramp ? text_width(*font, range.min) + bar + text_width(*font, range.max) + 2 * pad : 0;
  const float swatch = changes ? line + pad : 0;
  const float width = std::max(swatch + text_width(*font, caption), ramp_width) + 2 * pad;
  const float height = line * (ramp ? 2.0F : 1.0F) + 2 * pad;
  const float x = std::round(view_.canvas.x + 10 * field.scale);
  const float y = std::round(view_.canvas.y + view_.canvas.height - height - 10 * field.scale);
  const PixelRect box{x, y, width, height};
  fill(field.list, box, with_alpha(field.theme.raised, 0.94F));
  frame(field.list, box, field.theme.border);
  name_area("legend", caption, box_of(box));
  const auto text = [&](float at, float down, ImU32 colour, const std::string& what) {
    draw_text(field.list, *font, {std::round(at), std::round(down)}, colour, what);
  };
  text(x + pad + swatch, y + pad, field.theme.dim, caption);
  if (changes) {
    fill(field.list, {x + pad, y + pad, line, line - 2},
         over(field.theme.panel, changed_tint(field.theme)));
  }
  if (!ramp) return;
  const float down = y + pad + line;
  text(x + pad, down, field.theme.text, range.min);
  const float from = x + 2 * pad + text_width(*font, range.min);
  constexpr int steps = 22;
  for (int i = 0; i < steps; ++i) {
    const float left = from + bar * static_cast<float>(i) / steps;
    fill(field.list, {left, down + 1, bar / steps, font->FontSize - 1},
         field.theme.heat((static_cast<float>(i) + 1) / steps));
  }
  text(from + bar + pad, down, field.theme.text, range.max);
}

void PlayfieldPanel::save(nlohmann::ordered_json& settings) const {
  settings["overlay"] = overlay_infos[static_cast<std::size_t>(overlay_)].name;
  settings["whole_run"] = whole_run_;
  settings["follow"] = follow_;
}

void PlayfieldPanel::load(const nlohmann::ordered_json& settings) {
  whole_run_ = read_setting<bool>(settings, "whole_run").value_or(whole_run_);
  follow_ = read_setting<bool>(settings, "follow").value_or(follow_);
  const auto overlay = read_setting<std::string>(settings, "overlay");
  for (const OverlayInfo& info : overlay_infos) {
    if (overlay == info.name) overlay_ = info.overlay;
  }
}

}  // namespace fungescope::ui
