#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/widgets/drawing.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::ui {
namespace {

void write(const FieldPaint& field, float x, float y, ImU32 colour, const std::string& text) {
  draw_text(field.list, *field.fonts.small, {std::round(x), std::round(y)}, colour, text);
}

bool has_name_in_row(const FieldPaint& field, const Region& region, std::int64_t y) {
  const auto row = rectangle_between({region.area.corner.x - 1, y},
                                     {region.area.corner.x + region.area.size.width, y},
                                     field.snapshot.program->field());
  if (!row || row->size.width > 256 || y < 0) return false;
  const Playfield& source = *field.snapshot.program->source;
  std::string text;
  for (std::int64_t x = 0; x < row->size.width; ++x) {
    text += static_cast<char>(source.at(Point{row->corner.x + x, y}));
  }
  return text.find(region.name) != std::string::npos;
}

void name_region(const FieldPaint& field, const PixelRect& area, const std::string& name,
                 std::vector<PixelRect>& placed) {
  ImFont* const font = field.fonts.small;
  const float width = text_width(*font, name) + 4 * field.scale;
  // Without room for the name, the tooltip has it.
  if (width > std::max(area.width, 24 * field.scale)) return;
  const float height = font->FontSize + field.scale;
  const auto box = place_name(area, width, height, field.view.canvas, placed);
  if (!box) return;
  fill(field.list, *box, with_alpha(field.theme.panel, 0.86F));
  write(field, box->x + 2 * field.scale, box->y, field.theme.region, name);
}

void triangle(const FieldPaint& field, const PixelRect& box, Direction direction, float size) {
  const float x = box.x + box.width / 2;
  const float y = box.y + box.height / 2;
  const Point delta = delta_of(direction);
  const auto dx = static_cast<float>(delta.x);
  const auto dy = static_cast<float>(delta.y);
  // Starts from the middle of the leading side.
  const ImVec2 from{x + dx * (box.width / 2 + field.scale),
                    y + dy * (box.height / 2 + field.scale)};
  const ImVec2 a = from - ImVec2(dy, dx) * size;
  const ImVec2 b = from + ImVec2(dy, dx) * size;
  const ImVec2 tip = from + ImVec2(dx, dy) * size;
  // ImGui's anti-aliasing expects clockwise order.
  const bool clockwise = (tip.x - a.x) * (b.y - a.y) - (tip.y - a.y) * (b.x - a.x) > 0;
  // The character of the next cell stays readable.
  const ImU32 colour = with_alpha(field.theme.pointer, field.view.zoom.font >= 0 ? 0.45F : 1.0F);
  field.list.AddTriangleFilled(a, clockwise ? tip : b, clockwise ? b : tip, colour);
}

void mark(const FieldPaint& field, ImVec2 at, float radius, int sides, ImU32 colour, bool filled) {
  if (filled) {
    field.list.AddNgonFilled(at, radius, colour, sides);
  } else {
    field.list.AddNgon(at, radius, colour, sides, field.scale);
  }
}

void paint_stop(const FieldPaint& field, const BreakpointSnapshot& stop) {
  const PixelRect area = field.view.area_of(stop.area);
  if (!area.grown(4 * field.scale).meets(field.view.canvas)) return;
  const bool filled = stop.enabled && stop.problem.empty();
  const float radius = std::clamp(std::min(field.view.zoom.width, field.view.zoom.height) * 0.28F,
                                  2.5F * field.scale, 5 * field.scale);
  const ImU32 colour = field.theme.breakpoint;
  const bool data = stop.kind == BreakpointKind::data;
  if (data || stop.area.size.area() != 1) {
    frame(field.list, area, with_alpha(colour, filled ? 0.8F : 0.4F), field.scale);
  } else if (filled) {
    fill(field.list, area, with_alpha(colour, 0.12F));
  }
  if (data) return mark(field, {area.x + area.width, area.y}, radius, 4, colour, filled);
  mark(field, corner_of(area), radius, 16, colour, filled);
  // A hole marks a condition, a log or a direction: not every pass stops.
  if (!stop.condition.empty() || !stop.log.empty() || stop.direction) {
    field.list.AddCircleFilled(corner_of(area), radius * 0.45F, field.theme.panel);
  }
}

}  // namespace

void paint_regions(const FieldPaint& field) {
  std::vector<PixelRect> placed;
  for (const Region& region : field.snapshot.program->symbols.regions()) {
    const PixelRect area = field.view.area_of(region.area);
    if (!area.grown(20 * field.scale).meets(field.view.canvas)) continue;
    frame(field.list, area.grown(field.scale), with_alpha(field.theme.region, 0.75F), field.scale);
    // Too small to be read, the row above does not count as a name.
    const bool readable = field.view.zoom.font >= 0;
    // Programs often write a region's name into the row above or below it.
    const std::int64_t top = region.area.corner.y;
    if (!readable || !(has_name_in_row(field, region, top - 1) ||
                       has_name_in_row(field, region, top + region.area.size.height))) {
      name_region(field, area.grown(field.scale), region.name, placed);
    }
  }
}

namespace {

void fill_below(const FieldPaint& field, Point at, const PixelRect& area, ImU32 tint) {
  fill(field.list, area, tint);
  if (ImU32* const ground = field.grounds.at(at)) *ground = over(*ground, tint);
}

}  // namespace

// A cell that was executed several times is drawn once, with its last age: in a tight loop the
// trail does not become opaque.
void paint_trail(const FieldPaint& field) {
  const std::vector<Point>& trail = field.snapshot.trail;
  const float min_side = 2 * field.scale;
  for (std::size_t i = 0; i < trail.size(); ++i) {
    const auto rest = trail.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (std::find(rest, trail.end(), trail[i]) != trail.end()) continue;
    const PixelRect area = field.view.area_of({trail[i], {1, 1}}).at_least(min_side);
    if (!area.meets(field.view.canvas)) continue;
    const float age = static_cast<float>(i + 1) / static_cast<float>(trail.size());
    fill_below(field, trail[i], area, with_alpha(field.theme.trail, 0.04F + 0.4F * age * age));
  }
}

void paint_glow(const FieldPaint& field, const Glow& glow) {
  const float min_side = 2 * field.scale;
  for (const auto& [at, levels] : glow.cells()) {
    const PixelRect area = field.view.area_of({at, {1, 1}}).at_least(min_side);
    if (!area.meets(field.view.canvas)) continue;
    for (const auto& [colour, alpha] : {std::pair(field.theme.trail, 0.35F * levels.executed),
                                        std::pair(field.theme.deduced, 0.55F * levels.read),
                                        std::pair(field.theme.modified, 0.75F * levels.written)}) {
      if (alpha > 0.01F) fill_below(field, at, area, with_alpha(colour, alpha));
    }
  }
}

void paint_phases(const FieldPaint& field) {
  const PhaseMap& phases = field.snapshot.program->phases;
  const auto present = phases.at(field.snapshot.ip);
  ImFont* const font = field.fonts.small;
  for (const PhaseMap::Block& block : phases.blocks()) {
    const PixelRect area = field.view.area_of(block.area);
    if (!area.meets(field.view.canvas) || area.height < font->FontSize) continue;
    const std::string& name = phases.names()[block.phase];
    const float x = std::max(area.x, field.view.canvas.x) + 2 * field.scale;
    const bool here = present == block.phase;
    fill(field.list,
         {x - 2 * field.scale, area.y, text_width(*font, name) + 4 * field.scale,
          font->FontSize + field.scale},
         with_alpha(here ? field.theme.accent : field.theme.panel, 0.86F));
    write(field, x, area.y, here ? field.theme.on_accent : field.theme.text, name);
  }
}

void paint_pointer(const FieldPaint& field) {
  const float line = std::max(1.5F * field.scale, 1.0F);
  const PixelRect cell = field.view.area_of({field.snapshot.ip, {1, 1}});
  const PixelRect box = cell.at_least(5 * field.scale).grown(line);
  if (!box.grown(10 * field.scale).meets(field.view.canvas)) return;
  fill(field.list, box, with_alpha(field.theme.pointer, 0.12F));
  frame(field.list, box, field.theme.pointer, line);
  if (field.snapshot.string_mode) {
    frame(field.list, box.grown(2 * line), field.theme.of(InstructionClass::string), field.scale);
  }
  triangle(field, box, field.snapshot.direction,
           std::clamp(field.view.zoom.width * 0.55F, 4 * field.scale, 8 * field.scale));
}

void paint_breakpoints(const FieldPaint& field) {
  for (const BreakpointSnapshot& stop : field.snapshot.breakpoints) {
    if (stop.kind == BreakpointKind::cell || stop.kind == BreakpointKind::data)
      paint_stop(field, stop);
  }
}

void paint_selection(const FieldPaint& field, const Selection& selection) {
  const float line = std::max(1.5F * field.scale, 1.0F);
  for (const Rectangle& cells : selection.marked) {
    const PixelRect area = field.view.area_of(cells).at_least(4 * field.scale).grown(line / 2);
    if (!area.meets(field.view.canvas)) continue;
    fill(field.list, area, with_alpha(field.theme.marked, 0.12F));
    frame(field.list, area, field.theme.marked, line);
  }
  if (selection.area) {
    const PixelRect area = field.view.area_of(*selection.area);
    fill(field.list, area, with_alpha(field.theme.accent, 0.15F));
    frame(field.list, area, field.theme.accent, field.scale);
  }
  if (selection.cell) {
    const PixelRect area = field.view.area_of({*selection.cell, {1, 1}}).at_least(4 * field.scale);
    frame(field.list, area.grown(field.scale), field.theme.accent, field.scale);
  }
}

RulerSizes ruler_sizes(const Fonts& fonts, Size field, float scale) {
  const std::string widest = std::to_string(std::max<std::int64_t>(field.height - 1, 99));
  return {std::ceil(text_width(*fonts.small, widest) + 6 * scale),
          std::ceil(fonts.small->FontSize + 3 * scale)};
}

void paint_rulers(const FieldPaint& field, const PixelRect& all) {
  const FieldView& view = field.view;
  ImFont* const font = field.fonts.small;
  const Size size = field.snapshot.program->field();
  const Rectangle visible = view.visible(size);
  const float top = all.y;
  const PixelRect above{all.x, top, all.width, view.canvas.y - top};
  const PixelRect beside{all.x, view.canvas.y, view.canvas.x - all.x,
                         all.y + all.height - view.canvas.y};
  fill(field.list, above, field.theme.raised);
  fill(field.list, beside, field.theme.raised);
  // The pointer's row and column.
  const PixelRect ip = view.area_of({field.snapshot.ip, {1, 1}});
  const ImU32 tint = with_alpha(field.theme.pointer, 0.15F);
  const float edge = 2 * field.scale;
  if (ip.x >= view.canvas.x && ip.x < all.x + all.width) {
    const float width = std::max(ip.width, 2.0F);
    fill(field.list, {ip.x, top, width, above.height}, tint);
    fill(field.list, {ip.x, view.canvas.y - edge, width, edge}, field.theme.pointer);
  }
  if (ip.y >= view.canvas.y && ip.y < all.y + all.height) {
    const float height = std::max(ip.height, 2.0F);
    fill(field.list, {all.x, ip.y, beside.width, height}, tint);
    fill(field.list, {view.canvas.x - edge, ip.y, edge, height}, field.theme.pointer);
  }
  const float digit = text_width(*font, "0");
  const auto digits = static_cast<float>(std::to_string(size.width).size());
  const std::int64_t step_x = ruler_step(view.zoom.width, (digits + 2) * digit);
  const std::int64_t end_x = visible.corner.x + visible.size.width;
  for (std::int64_t x = (visible.corner.x + step_x - 1) / step_x * step_x; x < end_x; x += step_x) {
    const float at = view.x_of(x);
    if (at < view.canvas.x) continue;
    field.list.AddLine({at, view.canvas.y - 3 * field.scale}, {at, view.canvas.y},
                       field.theme.border);
    write(field, at + field.scale, top + field.scale, field.theme.dim, std::to_string(x));
  }
  const std::int64_t step_y = ruler_step(view.zoom.height, 1.3F * font->FontSize);
  const std::int64_t end_y = visible.corner.y + visible.size.height;
  for (std::int64_t y = (visible.corner.y + step_y - 1) / step_y * step_y; y < end_y; y += step_y) {
    const std::string number = std::to_string(y);
    const float middle = view.y_of(y) + view.zoom.height / 2;
    if (middle < view.canvas.y + font->FontSize / 2) continue;
    write(field, view.canvas.x - 3 * field.scale - text_width(*font, number),
          middle - font->FontSize / 2, field.theme.dim, number);
  }
}

std::optional<FieldView> minimap_view(const FieldView& view, Point pointer, Size field,
                                      const ZoomLevel& shape, float scale) {
  const PixelRect& canvas = view.canvas;
  const float max_width = std::min(190 * scale, canvas.width / 3);
  const float max_height = std::min(220 * scale, canvas.height / 2.5F);
  if (max_width < 50 * scale || max_height < 50 * scale) return std::nullopt;
  // Scale relative to the playfield's cells.
  const float share = std::min(max_width / (static_cast<float>(field.width) * shape.width),
                               max_height / (static_cast<float>(field.height) * shape.height));
  FieldView map;
  map.zoom = {shape.width * share, shape.height * share, -1};
  const float width = std::max(static_cast<float>(field.width) * map.zoom.width, 4 * scale);
  const float height = std::max(static_cast<float>(field.height) * map.zoom.height, 4 * scale);
  const float margin = 10 * scale;
  map.canvas = {std::round(canvas.x + canvas.width - width - margin),
                std::round(canvas.y + canvas.height - height - margin), width, height};
  const PixelRect ip = view.area_of({pointer, {1, 1}}).grown(2 * margin);
  if (ip.meets(map.canvas)) map.canvas.y = std::round(canvas.y + margin);
  return map;
}

void paint_minimap(const FieldPaint& field, const FieldView& map, const Selection& selection) {
  ImDrawList& list = field.list;
  const PixelRect box = map.canvas.grown(3 * field.scale);
  fill(list, box, with_alpha(field.theme.raised, 0.94F));
  frame(list, box, field.theme.border);
  const Size size = field.snapshot.program->field();
  paint_density(field, map, {{0, 0}, size}, field.theme.raised);

  const auto speck = [&](const PixelRect& area, ImU32 colour, float min_side) {
    fill(list, {area.x, area.y, std::max(area.width, min_side), std::max(area.height, min_side)},
         colour);
  };
  if (const HeatSnapshot* const counts = field.heat.heat()) {
    const Rectangle& area = counts->area;
    // Draws at most a few thousand specks: a skipped cell is next to one that is drawn.
    const std::int64_t step =
        std::max(std::int64_t{1} << counts->block_bits,
                 static_cast<std::int64_t>(std::ceil(1 / std::max(map.zoom.height, 0.01F))));
    for (std::int64_t y = 0; y < area.size.height; y += step) {
      for (std::int64_t x = 0; x < area.size.width; x += step) {
        const Point at{area.corner.x + x, area.corner.y + y};
        const std::uint8_t share = field.heat.at(at);
        if (share == 0) continue;
        speck(map.area_of({at, {1, 1}}), field.theme.heat(static_cast<float>(share) / 255), 1.5F);
      }
    }
  }
  for (const Rectangle& marked : selection.marked) {
    speck(map.area_of(marked), field.theme.marked, 2 * field.scale);
  }
  const PixelRect seen = map.area_of(field.view.visible(size));
  fill(list, seen, with_alpha(field.theme.accent, 0.10F));
  frame(list, {seen.x, seen.y, std::max(seen.width, 3.0F), std::max(seen.height, 3.0F)},
        field.theme.accent);
  PixelRect ip = map.area_of({field.snapshot.ip, {1, 1}});
  ip.x -= 1.5F * field.scale, ip.y -= 1.5F * field.scale;
  speck(ip, field.theme.pointer, 4 * field.scale);
}

}  // namespace fungescope::ui
