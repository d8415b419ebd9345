// Draws the lanes of a timeline.
#pragma once

#include "debugger_ui/panels/timeline/timeline_columns.h"
#include "debugger_ui/panels/timeline/timeline_window.h"
#include "debugger_ui/widgets/selection.h"
#include "debugger_ui/widgets/theme.h"

#include <string>
#include <string_view>

#include <imgui/imgui.h>

namespace fungescope::ui {

// What drawing needs, for one frame.
struct TimelineCanvas {
  ImDrawList& list;
  const Theme& theme;
  ImFont* font;  // small
  float font_size;
  float unit;  // pixels per unit of length
  TimeScale scale;

  [[nodiscard]] float right() const { return scale.left + scale.width; }
  [[nodiscard]] float text_width(std::string_view text) const;
  void text(float x, float y, ImU32 colour, std::string_view text) const;
  // Draws text centred vertically in a lane: smaller where the lane is lower than the text, omitted
  // where it would be unreadable, and clipped to `width`.
  void lane_text(float x, float top, float height, float width, ImU32 colour,
                 std::string_view text) const;
};

// Omits the labels that the handle of the present would cover.
void paint_ruler(const TimelineCanvas& canvas, float top, float height, float bottom, Tick present);
// Draws the values from `low` to `high`; others are at the edges.
void paint_curve(const TimelineCanvas& canvas, float top, float height, const CurveColumns& curve,
                 std::int64_t low, std::int64_t high, ImU32 colour);
// Opacity shows the amount; any amount is visible.
void paint_flow(const TimelineCanvas& canvas, float top, float height, const FlowColumns& flow,
                ImU32 colour);
// The colour of a phase; neighbours differ.
[[nodiscard]] ImU32 phase_colour(const Theme& theme, std::size_t phase);
// Draws the shares of each column one above the other, and the names of phases where they last.
void paint_phases(const TimelineCanvas& canvas, float top, float height,
                  const std::vector<FlowColumns>& phases, const std::vector<std::string>& names);
// Draws a flag at `x`, with its name after it where there is `room`, or before it at the end of the
// timeline.
void paint_flag(const TimelineCanvas& canvas, float x, float top, float height, float room,
                ImU32 colour, std::string_view name);
// Draws a tooth below the ruler for each step of an answer about causes, and a line for that of the
// line under the mouse.
void paint_causes(const TimelineCanvas& canvas, float top, float height, float bottom,
                  const ShownCauses& causes);
// Draws a mark where a branch leaves its parent.
void paint_fork(const TimelineCanvas& canvas, float x, float top, float height, float room,
                ImU32 colour, std::string_view name);
// Draws the present: a line from `top` to `bottom` with a handle that shows the tick.
void paint_present(const TimelineCanvas& canvas, Tick tick, float top, float height, float bottom);

}  // namespace fungescope::ui
