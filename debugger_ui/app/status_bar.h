// The status bar: the machine's state, its instant and its memory use.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <string>

namespace fungescope::ui {

// "playing 1.4 G ticks/s", "waits for input", "ended", ... and its tone.
struct RunStatus {
  std::string words;
  Tone tone = Tone::plain;
};
[[nodiscard]] RunStatus run_status(const ViewSnapshot& snapshot);

// `other_work`: other work in progress, such as an export, with its `share` done, 0 to 1; empty:
// none.
void draw_status_bar(Context& context, const std::string& other_work, float share,
                     const std::function<void(Action)>& perform);

}  // namespace fungescope::ui
