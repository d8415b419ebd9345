// The answer to Look::strip: the run as a row of samples, made while the present rests.
#pragma once

#include "debugger_ui/session_thread/background_task.h"

#include <memory>

namespace fungescope::ui {

// Samples the chosen cells, all regions of the program, and the hits of the stops in force. A
// picture some ten times a second shows how far it has come. It begins anew when the look, the
// line of events or the stops change, and when the run has grown by more than a column inside the
// range. What it had stays visible until the new one has something to show.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_timeline_task();

}  // namespace fungescope::ui
