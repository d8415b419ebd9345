// Draws the playfield: cells as glyphs, or as blocks where glyphs would be too small, and over them
// region frames, the instruction pointer and its trail, breakpoints, the selection, rulers and the
// minimap.
#pragma once

#include "debugger_ui/panels/playfield/cell_colours.h"
#include "debugger_ui/panels/playfield/density.h"
#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/selection.h"
#include "debugger_ui/widgets/theme.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

// What drawing needs, for one frame.
struct FieldPaint {
  ImDrawList& list;
  const ViewSnapshot& snapshot;
  const FieldView& view;
  const Theme& theme;
  const Fonts& fonts;
  float scale;
  const CodeCells& code;
  const HeatIntensities& heat;
  Overlay overlay;
  const Density& density;
  Grounds& grounds;  // what is painted below the cells, for the colours of their glyphs
};

// Rectangles as ImGui takes them.
[[nodiscard]] inline ImVec2 corner_of(const PixelRect& area) {
  return {area.x, area.y};
}
[[nodiscard]] inline ImVec2 end_of(const PixelRect& area) {
  return {area.x + area.width, area.y + area.height};
}
[[nodiscard]] inline ItemBox box_of(const PixelRect& area) {
  return {corner_of(area), end_of(area)};
}
inline void fill(ImDrawList& list, const PixelRect& area, ImU32 colour, float rounding = 0) {
  list.AddRectFilled(corner_of(area), end_of(area), colour, rounding);
}
inline void frame(ImDrawList& list, const PixelRect& area, ImU32 colour, float thickness = 1) {
  list.AddRect(corner_of(area), end_of(area), colour, 0, 0, thickness);
}

// ---- Cells

// Returns the value of a cell inside the field: from the snapshot where it has the cell, else from
// the source.
[[nodiscard]] std::int64_t value_at(const ViewSnapshot& snapshot, Point at);

// Returns the zoom levels at which these fonts are sharp, and smaller ones.
[[nodiscard]] std::vector<ZoomLevel> levels_for_fonts(const Fonts& fonts);
// Returns the first level whose text is at least `size` pixels high; the largest if there is none.
[[nodiscard]] std::size_t level_for_font_size(const std::vector<ZoomLevel>& levels,
                                              const Fonts& fonts, float size);

enum class CellDetail : std::uint8_t {
  glyphs,
  blocks,   // a rectangle each
  density,  // below 1.5 pixels: density of text only
};
[[nodiscard]] CellDetail detail_for(const ZoomLevel& zoom);

// Draws all visible cells, in the detail of the zoom level. Cost: a few tens of ns per visible
// cell.
void paint_cells(const FieldPaint& field);

// Draws an overview of the blocks of the density within `cells`, where `view` has them.
void paint_density(const FieldPaint& field, const FieldView& view, const Rectangle& cells,
                   ImU32 background);

// ---- Marks

void paint_regions(const FieldPaint& field);
void paint_trail(const FieldPaint& field);                   // drawn below the cells
void paint_glow(const FieldPaint& field, const Glow& glow);  // drawn below the cells
// The names of the phases at the beginning of their blocks, where text is too small to be read.
void paint_phases(const FieldPaint& field);
void paint_pointer(const FieldPaint& field);  // drawn with a minimum size
void paint_breakpoints(const FieldPaint& field);
void paint_selection(const FieldPaint& field, const Selection& selection);

// Widths in pixels of the rulers above and left of the canvas, both within `all`.
struct RulerSizes {
  float left = 0;
  float top = 0;
};
[[nodiscard]] RulerSizes ruler_sizes(const Fonts& fonts, Size field, float scale);
void paint_rulers(const FieldPaint& field, const PixelRect& all);

// The view of the minimap: the whole field in a corner of the canvas of `view`, with cells of the
// shape of `shape`: the lower right one, unless it would cover the pointer. Nothing if the canvas
// is too small.
[[nodiscard]] std::optional<FieldView> minimap_view(const FieldView& view, Point pointer,
                                                    Size field, const ZoomLevel& shape,
                                                    float scale);

// Draws the density of text, the visible part (`field.view`), the instruction pointer and counts.
void paint_minimap(const FieldPaint& field, const FieldView& map, const Selection& selection);

// Draws the path of an answer about causes over the playfield: the cells of its steps, numbered in
// the order in which they were executed, and arrows from each cause to what was made of it.
// Drawn below text, which must stay readable.
void paint_causes(const FieldPaint& field, const ShownCauses& causes);
// Drawn above it: the numbers where cells have room for them, and the cell of the line under the
// mouse.
void paint_cause_marks(const FieldPaint& field, const ShownCauses& causes);

}  // namespace fungescope::ui
