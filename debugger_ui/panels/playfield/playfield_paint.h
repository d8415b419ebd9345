// Draws the cells of the playfield: glyphs, or blocks where glyphs would be too small, and their
// backgrounds.
#pragma once

#include "debugger_ui/panels/playfield/cell_colours.h"
#include "debugger_ui/panels/playfield/density.h"
#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/theme.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope::ui {

// Returns the value of a cell inside the field: from the snapshot where it has the cell, else from
// the source.
[[nodiscard]] std::int64_t value_at(const ViewSnapshot& snapshot, Point at);

struct CellPaintContext {
  const ViewSnapshot& snapshot;
  const FieldView& view;
  const Theme& theme;
  const Fonts& fonts;
  const CodeCells& code;
  const HeatIntensities& heat;
  Overlay overlay = Overlay::none;
  const Grounds* grounds = nullptr;  // what lies below the cells already; null: the panel
};

// Returns the zoom levels at which these fonts are sharp, and smaller ones.
[[nodiscard]] std::vector<ZoomLevel> levels_for_fonts(const Fonts& fonts);
// Returns the first level whose text is at least `size` pixels high; the largest if there is none.
[[nodiscard]] std::size_t level_for_font_size(const std::vector<ZoomLevel>& levels,
                                              const Fonts& fonts, float size);

// Level of detail of cells.
enum class CellDetail : std::uint8_t {
  glyphs,
  blocks,   // a rectangle each
  density,  // below 1.5 pixels: density of text only
};
[[nodiscard]] CellDetail detail_for(const ZoomLevel& zoom);

// Draws all visible cells, in the detail of the zoom level. Cost: a few tens of ns per visible
// cell.
void paint_cells(ImDrawList& list, const CellPaintContext& field, const Density& density);

// Draws an overview of the blocks of `density` within `cells`, where `view` has them.
void paint_density(ImDrawList& list, const FieldView& view, const Rectangle& cells,
                   const Density& density, ImU32 background, ImU32 text);

}  // namespace fungescope::ui
