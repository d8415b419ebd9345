// ImGui's text field on a std::string.
#pragma once

#include <optional>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// Returns true when Enter was pressed, with ImGuiInputTextFlags_EnterReturnsTrue in `flags`;
// otherwise when the text changed. While the field has the focus, `replacement` replaces its text,
// puts the cursor at the end, and is reset.
bool text_field(const char* label, const char* hint, std::string& text,
                ImGuiInputTextFlags flags = 0, std::optional<std::string>* replacement = nullptr);

}  // namespace fungescope::ui
