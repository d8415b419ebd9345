// The sudoku board in a picture: which digits were given, and when the others came.
#pragma once

#include "debugger_ui/session_thread/background_task.h"

#include <memory>

namespace fungescope::ui {

// Shows Picture::board from the picture's regions. The givens are found once a line of events;
// until then, and while the run plays past them, those are taken that the input, or the source,
// has.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_board_task();

}  // namespace fungescope::ui
