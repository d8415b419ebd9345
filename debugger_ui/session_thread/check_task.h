// The reference solver beside the run: do both change the board alike?
#pragma once

#include "debugger_ui/session_thread/background_task.h"

#include <memory>

namespace fungescope::ui {

// Shows Picture::check. Compares every change of the grid and of rlatter from the beginning of the
// line of events, on the way from the furthest instant compared to the present, while nothing
// plays; at the program's end the four regions, too.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_check_task();

}  // namespace fungescope::ui
