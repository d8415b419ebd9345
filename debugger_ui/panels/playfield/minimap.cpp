#include "debugger_ui/panels/playfield/minimap.h"

#include "debugger_ui/panels/playfield/playfield_paint.h"

#include <algorithm>
#include <cmath>

namespace fungescope::ui {

std::optional<FieldView> minimap_view(const PixelRect& canvas, Size field, const ZoomLevel& shape,
                                      float scale) {
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
  return map;
}

void paint_minimap(const MarkPaintContext& field, const FieldView& map, const Density& density,
                   const HeatIntensities& heat, const Selection& selection) {
  ImDrawList& list = field.list;
  const PixelRect& box = map.canvas;
  const float margin = 3 * field.scale;
  const ImVec2 corner{box.x - margin, box.y - margin};
  const ImVec2 end{box.x + box.width + margin, box.y + box.height + margin};
  list.AddRectFilled(corner, end, with_alpha(field.theme.raised, 0.94F));
  list.AddRect(corner, end, field.theme.border);
  const Size size = field.snapshot.program->field();
  paint_density(list, map, {{0, 0}, size}, density, field.theme.raised, field.theme.dim);

  const auto speck = [&](const PixelRect& area, ImU32 colour, float least) {
    const float width = std::max(area.width, least);
    const float height = std::max(area.height, least);
    list.AddRectFilled({area.x, area.y}, {area.x + width, area.y + height}, colour);
  };
  if (const HeatSnapshot* const counts = heat.heat()) {
    const Rectangle& area = counts->area;
    // Draws at most a few thousand specks: a skipped cell is next to one that is drawn.
    const std::int64_t step = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::ceil(1 / std::max(map.zoom.height, 0.01F))));
    for (std::int64_t y = 0; y < area.size.height; y += step) {
      for (std::int64_t x = 0; x < area.size.width; x += step) {
        const Point at{area.corner.x + x, area.corner.y + y};
        const std::uint8_t share = heat.at(at);
        if (share == 0) continue;
        speck(map.area_of({at, {1, 1}}), field.theme.heat(static_cast<float>(share) / 255), 1.5F);
      }
    }
  }
  for (const Rectangle& marked : selection.marked) {
    speck(map.area_of(marked), field.theme.marked, 2 * field.scale);
  }
  const Rectangle visible = field.view.visible(size);
  const PixelRect seen = map.area_of(visible);
  list.AddRectFilled({seen.x, seen.y}, {seen.x + seen.width, seen.y + seen.height},
                     with_alpha(field.theme.accent, 0.10F));
  list.AddRect({seen.x, seen.y},
               {seen.x + std::max(seen.width, 3.0F), seen.y + std::max(seen.height, 3.0F)},
               field.theme.accent);
  PixelRect ip = map.area_of({field.snapshot.ip, {1, 1}});
  ip.x -= 1.5F * field.scale, ip.y -= 1.5F * field.scale;
  speck(ip, field.theme.pointer, 4 * field.scale);
}

}  // namespace fungescope::ui
