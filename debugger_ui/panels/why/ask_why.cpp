#include "debugger_ui/panels/why/ask_why.h"

#include <imgui/imgui.h>

namespace fungescope::ui {

void ask_why(Services& services, const std::string& value) {
  services.run("why " + value);
  services.reveal(PanelId::why);
}

void why_item(Context& context, const char* label, const std::string& value, const char* key) {
  if (ImGui::MenuItem(label, key, false, !value.empty())) ask_why(context.services, value);
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  if (value.empty()) {
    ImGui::SetTooltip("an expression has no single cause; ask about one of its cells");
  } else {
    ImGui::SetTooltip("%s", ("why " + value).c_str());
  }
}

}  // namespace fungescope::ui
