#include "debugger_ui/widgets/checked_field.h"

#include "debugger_ui/widgets/item_names.h"

#include <utility>

namespace fungescope::ui {

std::string error_text(const Error& error) {
  return error.advice.empty() ? error.what : error.what + "; " + error.advice;
}

void underline_error(const Theme& theme, const Error& error, std::size_t prefix, float scale) {
  if (error.where.column <= prefix) return;
  const float left = ImGui::GetItemRectMin().x + ImGui::GetStyle().FramePadding.x;
  const float step = ImGui::CalcTextSize("0").x;
  const float x = left + step * static_cast<float>(error.where.column - prefix - 1);
  const float y = ImGui::GetItemRectMax().y - 2 * scale;
  if (x + step > ImGui::GetItemRectMax().x) return;
  ImGui::GetWindowDrawList()->AddRectFilled({x, y - scale}, {x + step, y + scale}, theme.bad);
}

void draw_field_error(const Theme& theme, const Error& error) {
  const std::string text = error_text(error);
  ImGui::PushTextWrapPos(0);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.bad);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  name_item("field error");
}

bool CheckedField::draw(const Theme& theme, float scale, const char* id, const char* hint,
                        float width, const Check& check, ImGuiInputTextFlags flags,
                        AfterEnter after_enter) {
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleColor(ImGuiCol_Border, theme.bad);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, error_ ? scale : 0.0F);
  const bool entered =
      text_field(id, hint, text_, flags | ImGuiInputTextFlags_EnterReturnsTrue, after_enter);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  active_ = ImGui::IsItemActive();
  error_.reset();
  if (!text_.empty()) {
    if (auto checked = check(text_); !checked) error_ = std::move(checked.error());
  }
  if (entered && error_ && after_enter == AfterEnter::leave) ImGui::SetKeyboardFocusHere(-1);
  if (error_) underline_error(theme, *error_, 0, scale);
  return entered && !error_;
}

void CheckedField::draw_error(const Theme& theme) const {
  if (error_) draw_field_error(theme, *error_);
}

void CheckedField::set_text(std::string text) {
  text_ = std::move(text);
  error_.reset();
}

}  // namespace fungescope::ui
