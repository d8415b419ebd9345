// What was done to each cell up to the present instant, counted while nothing else is to do.
//
// Growing counts are worth a picture five times a second. When the present
// moves on along the same line of events, a count of the whole run goes on where it
// was; else it begins anew, and the old one is shown until there is something to show of the
// new. Memory: 32 bytes for each cell of pages in which something was done, and twice that
// while an old count is still shown.
#pragma once

#include "debugger_ui/session_thread/background_task.h"

#include <memory>

namespace fungescope::ui {

// Answers Look::heat with Picture::heat, for the cells of Picture::cells.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_heat_task();

}  // namespace fungescope::ui
