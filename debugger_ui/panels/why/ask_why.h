// Asking why a value is what it is, from the menus and keys of the window.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// Asks about a value, or about control ("here"), and brings the panel with the answer forward.
inline void ask_why(Services& services, const std::string& value) {
  services.run("why " + value);
  services.reveal(PanelId::why);
}

// A menu item that does so. `value` is as a command names it; empty: the item is disabled.
inline void why_item(Context& context, const char* label, const std::string& value,
                     const char* key = nullptr) {
  if (ImGui::MenuItem(label, key, false, !value.empty())) ask_why(context.services, value);
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  if (value.empty()) {
    ImGui::SetTooltip("an expression has no single cause; ask about one of its cells");
  } else {
    ImGui::SetTooltip("%s", ("why " + value).c_str());
  }
}

}  // namespace fungescope::ui
