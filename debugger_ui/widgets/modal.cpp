#include "debugger_ui/widgets/modal.h"

#include "debugger_ui/platform/imgui_compat.h"

#include <algorithm>

namespace fungescope::ui {

bool Modal::begin(const char* title, float scale, ImVec2 size) {
  appearing_ = state_ == PopupState::opening;
  if (appearing_) {
    forget_text_cursor();
    ImGui::OpenPopup(title);
    state_ = PopupState::open;
  }
  if (!is_open() && !ImGui::IsPopupOpen(title)) return false;
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
  if (!open) return false;
  // The border makes empty fields visible.
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  if (is_open()) return true;
  end();  // closed since the previous frame
  return false;
}

void Modal::end() {
  if (!is_open()) ImGui::CloseCurrentPopup();
  ImGui::PopStyleVar();
  ImGui::EndPopup();
}

DialogChoice dialog_buttons(const DialogButton& cancel, const DialogButton& accept) {
  const auto clicked = [](const DialogButton& button) {
    ImGui::BeginDisabled(!button.enabled);
    const bool result = ImGui::Button(button.label);
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", button.tooltip);
    return result;
  };
  const bool cancelled = clicked(cancel);
  ImGui::SameLine();
  const bool accepted = clicked(accept);
  return cancelled ? DialogChoice::cancel : accepted ? DialogChoice::accept : DialogChoice::none;
}

float dialog_buttons_width(const DialogButton& cancel, const DialogButton& accept) {
  return button_width(cancel.label) + button_width(accept.label) + ImGui::GetStyle().ItemSpacing.x;
}

float button_width(const char* label) {
  return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
}

void move_to_right(float width) {
  ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - width);
}

}  // namespace fungescope::ui
