#include "debugger_ui/panels/common/line_form.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr const char* form_popup = "line form";

}  // namespace

void SubmittedLine::submit(Vm& vm, std::string line) {
  answer_ = std::make_shared<Answered>(Answered{State::waiting, {}});
  vm.submit(std::move(line), [answer = answer_](const Answer& came) {
    if (came.reply) {
      answer->state = State::done;
    } else {
      *answer = {State::refused, came.reply.error().what};
      if (!came.reply.error().advice.empty()) answer->error += "; " + came.reply.error().advice;
    }
  });
}

void LineForm::open(Contents contents, ImVec2 at) {
  contents_ = std::move(contents);
  at_ = at;
  const std::size_t size = std::min(contents_.text.size(), buffer_.size() - 1);
  std::memcpy(buffer_.data(), contents_.text.data(), size);
  buffer_[size] = '\0';
  line_.reset();
  opening_ = true;
}

void LineForm::take(Context& context) {
  const auto command = contents_.act(buffer_.data());
  if (!command) {
    const Error& error = command.error();
    line_.refuse(error.advice.empty() ? error.what : error.what + "; " + error.advice);
  } else if (command->empty()) {
    ImGui::CloseCurrentPopup();
  } else {
    line_.submit(context.vm, *command);
  }
  focus_ = true;
}

void LineForm::draw(Context& context) {
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
    const bool refused = line_.state() == SubmittedLine::State::refused;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 330 * context.scale);
    ImGui::PushStyleColor(ImGuiCol_Text, refused ? context.theme.bad : context.theme.faint);
    ImGui::TextUnformatted(refused ? line_.error().c_str() : contents_.hint.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    if (line_.state() == SubmittedLine::State::done || context.input.pressed(Key::escape))
      ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace fungescope::ui
