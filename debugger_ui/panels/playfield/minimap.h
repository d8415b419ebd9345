// An overview of the whole field in a corner, for fields that do not fit the canvas: density of
// text, the visible part, the instruction pointer, and counts.
#pragma once

#include "debugger_ui/panels/playfield/density.h"
#include "debugger_ui/panels/playfield/overlay.h"
#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/panels/playfield/playfield_marks.h"

namespace fungescope::ui {

// Fits the whole field into the lower right corner of `canvas`, with cells of the shape of `shape`.
// Nothing if the canvas is too small.
[[nodiscard]] std::optional<FieldView> minimap_view(const PixelRect& canvas, Size field,
                                                    const ZoomLevel& shape, float scale);

// `field.view` is the view of the canvas.
void paint_minimap(const MarkPaintContext& field, const FieldView& map, const Density& density,
                   const HeatIntensities& heat, const Selection& selection);

}  // namespace fungescope::ui
