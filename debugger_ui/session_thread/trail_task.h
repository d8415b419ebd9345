// The cells that were executed last, while the run rests or goes slowly.
#pragma once

#include "debugger_ui/session_thread/background_task.h"

#include <memory>

namespace fungescope::ui {

[[nodiscard]] std::unique_ptr<BackgroundTask> make_trail_task();

}  // namespace fungescope::ui
