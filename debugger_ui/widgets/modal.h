// A dialog in the middle of the window, which has the keyboard and the mouse to itself.
#pragma once

#include <imgui/imgui.h>

namespace fungescope::ui {

// As ImGui::BeginPopupModal, in the style of all dialogs. `size` 0: as large as what is in it.
// `opening`: from this frame on. True: draw, then call end_modal.
[[nodiscard]] bool begin_modal(const char* title, bool opening, float scale, ImVec2 size = {0, 0});
void end_modal();

// A button's width.
[[nodiscard]] float button_width(const char* label);
// The next item begins so far from the right edge.
void move_to_right(float width);

}  // namespace fungescope::ui
