// The cells of the playfield: their signs, or blocks where signs would be too small, and the
// colours behind them.
#pragma once

#include "debugger_ui/panels/playfield/cell_colours.h"
#include "debugger_ui/panels/playfield/density.h"
#include "debugger_ui/panels/playfield/overlay.h"
#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/theme.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope::ui {

// The value of a cell inside the field: the picture's where it has it, else the source's.
[[nodiscard]] std::int64_t value_at(const ViewSnapshot& snapshot, Point at);

struct CellPaintContext {
  const ViewSnapshot& snapshot;
  const FieldView& view;
  const Theme& theme;
  const Fonts& fonts;
  const CodeCells& code;
  const HeatIntensities& heat;
  Overlay overlay = Overlay::none;
};

// The sizes at which these fonts are sharp, and smaller ones.
[[nodiscard]] std::vector<ZoomLevel> levels_for_fonts(const Fonts& fonts);
// The first whose text is `size` pixels or more; the largest if none.
[[nodiscard]] std::size_t level_for_font_size(const std::vector<ZoomLevel>& levels,
                                              const Fonts& fonts, float size);

// How cells of a size are shown.
enum class CellDetail : std::uint8_t {
  glyphs,
  blocks,   // a rectangle each
  density,  // less than a pixel and a half: how much text is there
};
[[nodiscard]] CellDetail detail_for(const ZoomLevel& zoom);

// All that can be seen, in the form of the zoom level. Cost: some ten ns a visible cell.
void paint_cells(ImDrawList& list, const CellPaintContext& field, const Density& density);

// An overview of the blocks of `density` within `cells`, drawn where `view` has them.
void paint_density(ImDrawList& list, const FieldView& view, const Rectangle& cells,
                   const Density& density, ImU32 background, ImU32 text);

}  // namespace fungescope::ui
