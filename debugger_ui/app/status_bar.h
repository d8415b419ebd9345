// The line at the bottom: what the machine does, where it is, what it costs.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <string>

namespace fungescope::ui {

// "playing 1.4 G ticks/s", "waits for input", "ended", ... and how good that is.
struct RunStatus {
  std::string words;
  Tone tone = Tone::plain;
};
[[nodiscard]] RunStatus run_status(const ViewSnapshot& snapshot);

// `other_work`: what else is busy, with a share from 0 to 1, such as an export; empty: nothing.
void draw_status_bar(Context& context, const std::string& other_work, float share,
                     const std::function<void(Action)>& perform);

}  // namespace fungescope::ui
