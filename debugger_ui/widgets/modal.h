// Modal dialogs, centred in the window.
#pragma once

#include <imgui/imgui.h>

namespace fungescope::ui {

// As ImGui::BeginPopupModal, in the style of all dialogs. `size` 0 fits the contents. `opening`
// opens it in this frame. If it returns true, draw the contents, then call end_modal.
[[nodiscard]] bool begin_modal(const char* title, bool opening, float scale, ImVec2 size = {0, 0});
void end_modal();

// Returns a button's width in pixels.
[[nodiscard]] float button_width(const char* label);
// Starts the next item `width` pixels from the right edge.
void move_to_right(float width);

}  // namespace fungescope::ui
