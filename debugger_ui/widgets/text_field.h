// Edits a std::string in an ImGui text field. All text fields of the window are drawn by it.
//
// A field keeps the keyboard after Enter: what is typed next belongs to it, and does not drive the
// run. Escape, or a click elsewhere, leaves it.
#pragma once

#include <cstdint>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

enum class AfterEnter : std::uint8_t {
  stay,
  leave,  // for dialogs that Enter closes
};

// Returns whether the text was edited or, with ImGuiInputTextFlags_EnterReturnsTrue in `flags`,
// whether Enter was pressed. The caller may change the text between two frames, also while it is
// being edited: the cursor goes to its end or, with ImGuiInputTextFlags_AutoSelectAll, it is
// selected. The item is named "field LABEL", without the `##` of hidden labels.
bool text_field(const char* label, const char* hint, std::string& text,
                ImGuiInputTextFlags flags = 0, AfterEnter after_enter = AfterEnter::stay);

}  // namespace fungescope::ui
