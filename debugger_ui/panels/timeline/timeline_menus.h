// The buttons and the context menu of the timeline.
#pragma once

#include "debugger_ui/panels/timeline/timeline_lanes.h"
#include "debugger_ui/panels/timeline/timeline_window.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

// Draws the buttons from the cursor on, in a row of that height: the choice of lanes, and the whole
// run.
void timeline_buttons(Context& context, TimeWindow& window, LaneChoice& choice, const Lanes& lanes,
                      ImFont* font, float height);

// Adds a curve; says what is wrong.
void add_lane(Context& context, LaneChoice& choice, const std::string& text);

// Draws the popup "curve" while it is open: the range and the place of the curve `index`. A range
// that is typed arrives in `typed` later.
using TypedRange = std::shared_ptr<std::optional<CurveChoice>>;
void curve_menu(Context& context, LaneChoice& choice, const Lanes& lanes, std::size_t index,
                const TypedRange& typed);

// Draws the popup "at tick" while it is open: actions at that instant, and on the bookmark that was
// clicked (0: none).
void timeline_menu(Context& context, TimeWindow& window, Tick tick, std::uint32_t bookmark);

}  // namespace fungescope::ui
