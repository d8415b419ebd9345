#include "debugger_ui/app/notice_bar.h"

#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {

void NoticeBars::show(Notice notice) {
  remove(notice.id);
  notices_.push_back(std::move(notice));
}

void NoticeBars::remove(std::string_view id) {
  std::erase_if(notices_, [id](const Notice& notice) { return notice.id == id; });
}

bool NoticeBars::has(std::string_view id) const {
  return std::any_of(notices_.begin(), notices_.end(),
                     [id](const Notice& notice) { return notice.id == id; });
}

std::string NoticeBars::more_label() const {
  return notices_.size() > 1 ? fmt::format("{} more", notices_.size() - 1) : std::string();
}

void NoticeBars::draw_text(const Context& context, const Notice& notice) const {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float gap = 8 * context.scale;
  const float margin = 6 * context.scale;
  const auto width_of = [&](const std::string& label) {
    return gap + ImGui::CalcTextSize(label.c_str()).x + 2 * style.FramePadding.x;
  };
  float buttons = width_of("dismiss");
  if (const std::string more = more_label(); !more.empty()) buttons += width_of(more);
  for (const Notice::Choice& choice : notice.choices) buttons += width_of(choice.label);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = ImGui::GetFrameHeight();
  const char* const text = notice.text.c_str();
  const float wrap = std::max(width - 2 * margin, 1.0F);
  const bool one_line = ImGui::CalcTextSize(text).x + margin + buttons <= width;
  const float height = one_line ? line
                                : ImGui::CalcTextSize(text, nullptr, false, wrap).y +
                                      2 * style.FramePadding.y + line;
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height},
                                            with_alpha(context.theme.warning, 0.18F));
  const float left = ImGui::GetCursorPosX() + margin;
  const float top = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({left, top + style.FramePadding.y});
  ImGui::PushTextWrapPos(one_line ? -1.0F : left + wrap);
  ImGui::TextUnformatted(text);
  ImGui::PopTextWrapPos();
  name_item("notice text " + notice.text);
  ImGui::SetCursorPos({one_line ? left + ImGui::CalcTextSize(text).x + gap : left,
                       one_line ? top : top + height - line});
}

void NoticeBars::draw(const Context& context) {
  if (notices_.empty()) return;
  const Notice& notice = notices_.back();
  draw_text(context, notice);
  bool first = true;
  const auto button = [&](const std::string& label, const std::string& hint) {
    if (!std::exchange(first, false)) ImGui::SameLine(0, 8 * context.scale);
    const bool pressed = ImGui::Button((label + "##" + notice.id).c_str());
    name_item("notice " + label);
    if (!hint.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint.c_str());
    return pressed;
  };
  bool chosen = false;
  std::function<void()> then;
  for (const Notice::Choice& choice : notice.choices) {
    if (!button(choice.label, choice.hint)) continue;
    chosen = true;
    then = choice.then;
  }
  chosen = button("dismiss", "") || chosen;
  const std::string more = more_label();
  if (!more.empty() && button(more, "show the next")) {
    std::rotate(notices_.begin(), notices_.end() - 1, notices_.end());
    return;
  }
  if (!chosen) return;
  notices_.pop_back();
  if (then) then();
}

}  // namespace fungescope::ui
