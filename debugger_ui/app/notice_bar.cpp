#include "debugger_ui/app/notice_bar.h"

#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <utility>

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

void NoticeBars::draw(const Context& context) {
  std::string removed;
  std::function<void()> then;
  for (const Notice& notice : notices_) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(
        at, {at.x + ImGui::GetContentRegionAvail().x, at.y + ImGui::GetFrameHeight()},
        with_alpha(context.theme.warning, 0.18F));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 6 * context.scale);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(notice.text.c_str());
    name_item("notice text " + notice.text);
    const auto button = [&](const std::string& label, const std::string& hint) {
      ImGui::SameLine(0, 8 * context.scale);
      const bool pressed = ImGui::Button((label + "##" + notice.id).c_str());
      name_item("notice " + label);
      if (!hint.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint.c_str());
      if (pressed) removed = notice.id;
      return pressed;
    };
    for (const Notice::Choice& choice : notice.choices) {
      if (button(choice.label, choice.hint)) then = choice.then;
    }
    button("ignore", "");
  }
  if (removed.empty()) return;
  remove(removed);
  if (then) then();
}

}  // namespace fungescope::ui
