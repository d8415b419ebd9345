// Draws the regions that the source makes boards (`#$board`), each as large as fits: numbers,
// characters or pieces on squares, with what has changed since the last stop.
#pragma once

#include "debugger_ui/widgets/panel.h"

namespace fungescope::ui {

// Whether the program has any.
[[nodiscard]] bool has_region_boards(const ProgramInfo& program);

// Draws them all into the current ImGui window. The snapshot has them a frame after
// ViewRequest::region_boards was set.
void draw_region_boards(Context& context);

}  // namespace fungescope::ui
