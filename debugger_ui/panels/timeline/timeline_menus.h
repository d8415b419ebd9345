// What can be done with a timeline beside scrubbing in it.
#pragma once

#include "debugger_ui/panels/timeline/timeline_lanes.h"
#include "debugger_ui/panels/timeline/timeline_window.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>

namespace fungescope::ui {

// From the cursor on, in one line of that height: the lanes to choose from, and the whole run.
void timeline_buttons(Context& context, TimeWindow& window, LaneChoice& choice, const Lanes& lanes,
                      ImFont* font, float height);

// The popup "at tick", if it is open: what can be done at that instant, and with the bookmark that
// was clicked; 0: none.
void timeline_menu(Context& context, TimeWindow& window, Tick tick, std::uint32_t bookmark);

}  // namespace fungescope::ui
