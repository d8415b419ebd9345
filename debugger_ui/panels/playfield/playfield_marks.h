// What is drawn over the cells: frames around regions, the instruction pointer and its trail,
// breakpoints, the selection, rulers.
#pragma once

#include "debugger_ui/panels/playfield/playfield_layout.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/selection.h"
#include "debugger_ui/widgets/theme.h"

#include <imgui/imgui.h>

namespace fungescope::ui {

struct MarkPaintContext {
  ImDrawList& list;
  const ViewSnapshot& snapshot;
  const FieldView& view;
  const Theme& theme;
  const Fonts& fonts;
  float scale = 1;
};

void paint_regions(const MarkPaintContext& field);
void paint_trail(const MarkPaintContext& field);    // below the cells
void paint_pointer(const MarkPaintContext& field);  // never so small that it cannot be seen
void paint_breakpoints(const MarkPaintContext& field);
void paint_selection(const MarkPaintContext& field, const Selection& selection);

// Around the canvas, which lies within `all`: above it and left of it. Widths in pixels.
struct RulerSizes {
  float left = 0;
  float top = 0;
};
[[nodiscard]] RulerSizes ruler_sizes(const Fonts& fonts, Size field, float scale);
void paint_rulers(const MarkPaintContext& field, const PixelRect& all);

}  // namespace fungescope::ui
