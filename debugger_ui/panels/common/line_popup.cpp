#include "debugger_ui/panels/common/line_popup.h"

#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/text_field.h"

#include <utility>

namespace fungescope::ui {
namespace {

constexpr const char* line_popup_id = "line form";

}  // namespace

void LinePopup::open(Contents contents, ImVec2 at) {
  contents_ = std::move(contents);
  at_ = at;
  command_.forget();
  error_.clear();
  opening_ = true;
}

void LinePopup::submit(Context& context) {
  const auto command = contents_.to_command(contents_.text);
  error_.clear();
  if (!command) {
    error_ = error_text(command.error());
  } else if (command->empty()) {
    ImGui::CloseCurrentPopup();
  } else {
    command_.submit(context.session, *command);
  }
  take_focus_ = true;
}

void LinePopup::draw(Context& context) {
  if (std::exchange(opening_, false)) {
    ImGui::OpenPopup(line_popup_id);
    take_focus_ = true;
  }
  if (!ImGui::IsPopupOpen(line_popup_id)) return;
  ImGui::SetNextWindowPos(at_, ImGuiCond_Appearing);
  const ImVec2 padding{8 * context.scale, 6 * context.scale};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  if (ImGui::BeginPopup(line_popup_id)) {
    const auto outcome = command_.take_outcome();
    if (outcome && !*outcome) error_ = error_text(outcome->error());
    coloured_text(context.theme.dim, contents_.title);
    ImGui::SetNextItemWidth(330 * context.scale);
    if (std::exchange(take_focus_, false)) focus_next_item();
    const bool entered =
        text_field("##text", "", contents_.text,
                   ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll,
                   AfterEnter::leave);
    if (entered) submit(context);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 330 * context.scale);
    coloured_text(error_.empty() ? context.theme.faint : context.theme.bad,
                  error_.empty() ? contents_.hint : error_);
    ImGui::PopTextWrapPos();
    if (outcome && *outcome) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace fungescope::ui
