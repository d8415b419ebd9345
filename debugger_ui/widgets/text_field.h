// Edits a std::string in an ImGui text field.
#pragma once

#include <optional>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// Returns whether the text changed or, with ImGuiInputTextFlags_EnterReturnsTrue in `flags`,
// whether Enter was pressed. A set `replacement` replaces the text while the field has the
// keyboard, puts the cursor at its end, and is reset.
bool text_field(const char* label, const char* hint, std::string& text,
                ImGuiInputTextFlags flags = 0, std::optional<std::string>* replacement = nullptr);

}  // namespace fungescope::ui
