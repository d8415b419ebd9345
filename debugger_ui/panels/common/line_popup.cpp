#include "debugger_ui/panels/common/line_popup.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr const char* form_popup = "line form";

}  // namespace

void SubmittedCommand::submit(SessionThread& session, std::string line) {
  answer_ = std::make_shared<Outcome>(Outcome{State::waiting, {}});
  session.submit(std::move(line), [answer = answer_](const CommandOutcome& came) {
    if (came.response) {
      answer->state = State::done;
    } else {
      *answer = {State::refused, came.response.error().what};
      if (!came.response.error().advice.empty())
        answer->error += "; " + came.response.error().advice;
    }
  });
}

void LinePopup::open(Contents contents, ImVec2 at) {
  contents_ = std::move(contents);
  at_ = at;
  const std::size_t size = std::min(contents_.text.size(), buffer_.size() - 1);
  std::memcpy(buffer_.data(), contents_.text.data(), size);
  buffer_[size] = '\0';
  line_.reset();
  opening_ = true;
}

void LinePopup::take(Context& context) {
  const auto command = contents_.act(buffer_.data());
  if (!command) {
    const Error& error = command.error();
    line_.refuse(error.advice.empty() ? error.what : error.what + "; " + error.advice);
  } else if (command->empty()) {
    ImGui::CloseCurrentPopup();
  } else {
    line_.submit(context.session, *command);
  }
  focus_ = true;
}

void LinePopup::draw(Context& context) {
  if (std::exchange(opening_, false)) {
    ImGui::OpenPopup(form_popup);
    focus_ = true;
  }
  if (!ImGui::IsPopupOpen(form_popup)) return;
  ImGui::SetNextWindowPos(at_, ImGuiCond_Appearing);
  const ImVec2 padding{8 * context.scale, 6 * context.scale};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  if (ImGui::BeginPopup(form_popup)) {
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
    ImGui::TextUnformatted(contents_.title.c_str());
    ImGui::PopStyleColor();
    ImGui::SetNextItemWidth(330 * context.scale);
    if (std::exchange(focus_, false)) ImGui::SetKeyboardFocusHere();
    const bool entered =
        ImGui::InputText("##text", buffer_.data(), buffer_.size(),
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (entered) take(context);
    const bool refused = line_.state() == SubmittedCommand::State::refused;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 330 * context.scale);
    ImGui::PushStyleColor(ImGuiCol_Text, refused ? context.theme.bad : context.theme.faint);
    ImGui::TextUnformatted(refused ? line_.error().c_str() : contents_.hint.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    if (line_.state() == SubmittedCommand::State::done || context.input.pressed(Key::escape))
      ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace fungescope::ui
