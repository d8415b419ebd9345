// The cells that were executed last, while the run rests or goes slowly.
#pragma once

#include "debugger_ui/session_thread/refinement.h"

#include <memory>

namespace fungescope::ui {

[[nodiscard]] std::unique_ptr<Refinement> make_trail_refinement();

}  // namespace fungescope::ui
