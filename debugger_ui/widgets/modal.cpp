#include "debugger_ui/widgets/modal.h"

#include <algorithm>

namespace fungescope::ui {

bool begin_modal(const char* title, bool opening, float scale, ImVec2 size) {
  if (opening) ImGui::OpenPopup(title);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  const bool fixed = size.x > 0;
  if (fixed) {
    ImGui::SetNextWindowSize(
        {std::min(size.x, display.x - 16 * scale), std::min(size.y, display.y - 16 * scale)});
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * scale, 10 * scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  const bool open = ImGui::BeginPopupModal(
      title, nullptr,
      (fixed ? ImGuiWindowFlags_NoResize : ImGuiWindowFlags_AlwaysAutoResize) |
          ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar(2);
  // Empty input boxes are visible by their frame only.
  if (open) ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  return open;
}

void end_modal() {
  ImGui::PopStyleVar();
  ImGui::EndPopup();
}

float button_width(const char* label) {
  return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
}

void move_to_right(float width) {
  ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - width);
}

}  // namespace fungescope::ui
