// Draws the status bar: the run's status, position and memory.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/widgets/panel.h"

#include <string>

namespace fungescope::ui {

// "playing 1.4 G ticks/s", "waits for input", "ended", ..., and its tone.
struct RunStatus {
  std::string text;
  Tone tone = Tone::plain;
};
[[nodiscard]] RunStatus run_status(const ViewSnapshot& snapshot);

// `other_work` describes work such as opening a file (empty: none); `share` is its progress, 0 to
// 1, or -1 if unknown. `editing`: the state of the editor (empty: nothing to say).
// `cancel` ends the work.
void draw_status_bar(Context& context, const std::string& other_work, float share,
                     const std::string& editing, const Action& cancel);

}  // namespace fungescope::ui
