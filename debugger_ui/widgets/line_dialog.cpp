#include "debugger_ui/widgets/line_dialog.h"

#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/text_field.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {

void LineDialog::open(std::string title, std::string hint, std::string text, OnAccept on_accept) {
  open_ = opening_ = true;
  title_ = std::move(title);
  hint_ = std::move(hint);
  text_ = std::move(text);
  on_accept_ = std::move(on_accept);
}

void LineDialog::draw(float scale, const InputQueue& input) {
  if (!open_) return;
  const bool appearing = std::exchange(opening_, false);
  const std::string title = title_ + "###line";
  const float width = std::min(460 * scale, ImGui::GetIO().DisplaySize.x - 40 * scale);
  if (!begin_modal(title.c_str(), appearing, scale)) return;
  if (appearing) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  bool confirmed = text_field("##text", hint_.c_str(), text_, ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::Dummy({0, 2 * scale});
  move_to_right(button_width("cancel") + button_width("OK") + ImGui::GetStyle().ItemSpacing.x);
  const bool cancelled = ImGui::Button("cancel") || input.pressed(Key::escape);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Escape");
  ImGui::SameLine();
  confirmed = ImGui::Button("OK") || confirmed;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Enter");
  const bool over = cancelled || confirmed;
  if (over) ImGui::CloseCurrentPopup();
  end_modal();
  if (over) close(confirmed && !cancelled);
}

void LineDialog::close(bool confirmed) {
  open_ = false;
  // The callback may open the next dialog.
  const OnAccept on_accept = std::move(on_accept_);
  if (confirmed) on_accept(std::exchange(text_, {}));
}

}  // namespace fungescope::ui
