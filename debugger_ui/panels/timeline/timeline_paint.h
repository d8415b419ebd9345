// How the lanes of a timeline are painted.
#pragma once

#include "debugger_ui/panels/timeline/timeline_columns.h"
#include "debugger_ui/panels/timeline/timeline_window.h"
#include "debugger_ui/widgets/theme.h"

#include <string>
#include <string_view>

#include <imgui/imgui.h>

namespace fungescope::ui {

// What painting needs, of one frame.
struct TimelineCanvas {
  ImDrawList& list;
  const Theme& theme;
  ImFont* font;  // small
  float font_size;
  float unit;  // pixels a unit of length
  TimeScale scale;

  [[nodiscard]] float right() const { return scale.left + scale.width; }
  [[nodiscard]] float text_width(std::string_view text) const;
  void text(float x, float y, ImU32 colour, std::string_view text) const;
  // In the middle of a lane; smaller where the lane is lower than the text; not at all
  // where it would be unreadable. What is wider than `width` is cut off.
  void lane_text(float x, float top, float height, float width, ImU32 colour,
                 std::string_view text) const;
};

// Without the labels that the handle of the present would cover.
void paint_ruler(const TimelineCanvas& canvas, float top, float height, float bottom, Tick present);
void paint_curve(const TimelineCanvas& canvas, float top, float height, const CurveColumns& curve,
                 ImU32 colour);
// Denser means more; what happened at all is seen.
void paint_flow(const TimelineCanvas& canvas, float top, float height, const FlowColumns& flow,
                ImU32 colour);
// A flag on a pole that stands at the x; its name behind it where there is `room`, else
// before it where the strip ends.
void paint_flag(const TimelineCanvas& canvas, float x, float top, float height, float room,
                ImU32 colour, std::string_view name);
// Where a branch leaves its parent.
void paint_fork(const TimelineCanvas& canvas, float x, float top, float height, float room,
                ImU32 colour, std::string_view name);
// The present: a line from `top` to `bottom` with a handle that holds the tick.
void paint_present(const TimelineCanvas& canvas, Tick tick, float top, float height, float bottom);

}  // namespace fungescope::ui
