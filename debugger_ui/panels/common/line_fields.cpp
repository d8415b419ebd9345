#include "debugger_ui/panels/common/line_fields.h"

#include "debugger_ui/panels/common/panel_widgets.h"

#include <utility>

namespace fungescope::ui {

ToCommand with_prefix(std::string prefix) {
  return [prefix = std::move(prefix)](const std::string& text) { return prefix + text; };
}

void CommandField::begin(std::string text) {
  answer_.reset();
  field_.begin(std::move(text));
}

void CommandField::clear() {
  answer_.reset();
  field_.set_text({});
}

bool CommandField::submit(SessionThread& session, const ToCommand& to_command) {
  const std::string& text = field_.text();
  if ((text.empty() && !accepts_empty_) || waiting()) return false;
  const auto line = to_command(text);
  if (!line) {
    field_.fail(line.error());
    return false;
  }
  if (line->empty()) return true;
  submitted_ = text;
  prefix_ = line->ends_with(text) ? line->size() - text.size() : line->size();
  answer_ = std::make_shared<std::optional<Result<void>>>();
  session.submit(*line, [answer = answer_](const CommandOutcome& outcome) {
    *answer = outcome.response ? Result<void>() : tl::unexpected(outcome.response.error());
  });
  return false;
}

CommandField::Outcome CommandField::draw(Context& context, const LineField::Look& look,
                                         const ToCommand& to_command, ErrorPlace place) {
  Outcome outcome = Outcome::open;
  if (answer_ != nullptr && !waiting()) {
    const Result<void> answer = **std::exchange(answer_, nullptr);
    const bool same = field_.text() == submitted_;
    if (answer) outcome = Outcome::done;
    if (answer && same) field_.set_text({});
    if (!answer && same) field_.fail(answer.error(), prefix_);
  }
  if (field_.draw(context.theme, context.scale, look)) {
    if (submit(context.session, to_command)) {
      outcome = Outcome::done;
    } else if (look.after_enter == AfterEnter::leave) {
      field_.take_focus();
    }
  } else if (field_.left()) {
    outcome = Outcome::cancelled;
  }
  if (place == ErrorPlace::tooltip) {
    field_.draw_error_tooltip(context.theme);
  } else {
    field_.draw_error(context.theme);
  }
  return outcome;
}

CommandField::Outcome CommandField::draw_in_row(Context& context, const LineField::Look& look,
                                                const ToCommand& to_command) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, 0});
  const Outcome outcome = draw(context, look, to_command, ErrorPlace::tooltip);
  ImGui::PopStyleVar();
  return outcome;
}

// ---- In a popup

void LinePopup::open(Contents contents, ImVec2 at) {
  contents_ = std::move(contents);
  at_ = at;
  opening_ = true;
}

void LinePopup::draw(Context& context) {
  constexpr const char* id = "line form";
  if (std::exchange(opening_, false)) {
    ImGui::OpenPopup(id);
    field_.begin(contents_.text);
  }
  if (!ImGui::IsPopupOpen(id)) return;
  ImGui::SetNextWindowPos(at_, ImGuiCond_Appearing);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * context.scale, 6 * context.scale});
  if (ImGui::BeginPopup(id)) {
    const float width = 330 * context.scale;
    coloured_text(context.theme.dim, contents_.title);
    const auto outcome = field_.draw(
        context, {"##text", "", width, ImGuiInputTextFlags_AutoSelectAll, AfterEnter::leave},
        contents_.to_command);
    if (field_.valid()) {
      ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
      coloured_text(context.theme.faint, contents_.hint);
      ImGui::PopTextWrapPos();
    }
    if (outcome == CommandField::Outcome::done) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace fungescope::ui
