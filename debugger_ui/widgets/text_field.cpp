#include "debugger_ui/widgets/text_field.h"

#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace fungescope::ui {
namespace {

struct Edited {
  std::string& text;
  std::optional<std::string> replacement;
  bool select = false;
};

int callback(ImGuiInputTextCallbackData* data) {
  auto& edited = *static_cast<Edited*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    edited.text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = edited.text.data();
  } else if (edited.replacement) {
    const std::string text = std::move(*edited.replacement);
    edited.replacement.reset();
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, text.c_str());
    data->CursorPos = data->BufTextLen;
    data->SelectionStart = edited.select ? 0 : data->CursorPos;
    data->SelectionEnd = data->CursorPos;
  }
  return 0;
}

constexpr int not_edited = 0;
constexpr int entered_now = 2;

// Odd: none of the above.
int mark_of(const std::string& text) {
  return static_cast<int>(std::hash<std::string>()(text) | 1U);
}

// Underlines the column of an error in the last item, a text field with a monospaced font. The
// field's text begins `prefix` bytes into the text that the column counts in.
void underline_error(const Theme& theme, const Error& error, std::size_t prefix, float scale) {
  if (error.where.column <= prefix) return;
  const float left = ImGui::GetItemRectMin().x + ImGui::GetStyle().FramePadding.x;
  const float step = ImGui::CalcTextSize("0").x;
  const float x = left + step * static_cast<float>(error.where.column - prefix - 1);
  const float y = ImGui::GetItemRectMax().y - 2 * scale;
  if (x + step > ImGui::GetItemRectMax().x) return;
  ImGui::GetWindowDrawList()->AddRectFilled({x, y - scale}, {x + step, y + scale}, theme.bad);
}

}  // namespace

bool text_field(const char* label, const char* hint, std::string& text, ImGuiInputTextFlags flags,
                AfterEnter after_enter) {
  // While ImGui edits a text it has a copy of its own. The mark tells whether the caller's has
  // changed since the last frame.
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID(label);
  const int mark = storage.GetInt(id, not_edited);
  const std::string before = text;
  Edited edited{text, std::nullopt, (flags & ImGuiInputTextFlags_AutoSelectAll) != 0};
  if (mark != not_edited && mark != mark_of(text)) edited.replacement = text;
  const bool entered = ImGui::InputTextWithHint(label, hint, text.data(), text.capacity() + 1,
                                                flags | ImGuiInputTextFlags_EnterReturnsTrue |
                                                    ImGuiInputTextFlags_CallbackResize |
                                                    ImGuiInputTextFlags_CallbackAlways,
                                                callback, &edited);
  storage.SetInt(id, ImGui::IsItemActive() ? mark_of(text) : not_edited);
  const std::string_view name(label);
  name_item("field " +
            std::string(name.substr(std::min(name.find_first_not_of('#'), name.size()))));
  if (entered && after_enter == AfterEnter::stay) {
    ImGui::SetKeyboardFocusHere(-1);
    storage.SetInt(id, entered_now);  // ImGui would select the text
  }
  return (flags & ImGuiInputTextFlags_EnterReturnsTrue) != 0 ? entered : text != before;
}

std::string error_text(const Error& error) {
  return error.advice.empty() ? error.what : error.what + "; " + error.advice;
}

bool LineField::draw(const Theme& theme, float scale, const Look& look, const Check& check) {
  if (std::exchange(take_focus_, false)) focus_next_item();
  ImGui::SetNextItemWidth(look.width);
  ImGui::PushStyleColor(ImGuiCol_Border, theme.bad);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, error_ ? scale : 0.0F);
  const bool entered =
      text_field(look.id, look.hint, text_, look.flags | ImGuiInputTextFlags_EnterReturnsTrue,
                 look.after_enter);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  active_ = ImGui::IsItemActive();
  left_ = ImGui::IsItemDeactivated();
  if (check || text_ != failed_text_) error_.reset();
  if (check && !text_.empty()) {
    if (auto checked = check(text_); !checked) fail(std::move(checked.error()));
  }
  const bool refused = check && error_;
  if (entered && refused && look.after_enter == AfterEnter::leave) ImGui::SetKeyboardFocusHere(-1);
  if (error_) underline_error(theme, *error_, prefix_, scale);
  return entered && !refused;
}

void LineField::draw_error(const Theme& theme, float wrap_width) const {
  if (!error_) return;
  ImGui::PushTextWrapPos(wrap_width);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.bad);
  ImGui::TextUnformatted(error_text(*error_).c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  name_item("field error");
}

void LineField::draw_error_tooltip(const Theme& theme) const {
  if (!error_) return;
  ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y});
  ImGui::BeginTooltip();
  draw_error(theme, ImGui::CalcTextSize("0").x * 48);
  ImGui::EndTooltip();
}

void LineField::fail(Error error, std::size_t prefix) {
  error_ = std::move(error);
  failed_text_ = text_;
  prefix_ = prefix;
}

void LineField::begin(std::string text) {
  set_text(std::move(text));
  take_focus_ = true;
}

void LineField::set_text(std::string text) {
  text_ = std::move(text);
  error_.reset();
  take_focus_ = false;
}

}  // namespace fungescope::ui
