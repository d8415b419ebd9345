#include "debugger_ui/widgets/modal.h"

#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <utility>

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

DialogChoice Modal::end(const DialogButton& cancel, const DialogButton& accept,
                        const InputQueue& input) {
  move_to_right(dialog_buttons_width(cancel, accept));
  DialogChoice choice = dialog_buttons(cancel, accept);
  const bool enter = input.pressed(Key::enter) || input.pressed(Key::keypad_enter);
  // Not in the first frame, whose keys opened the dialog.
  if (enter && !appearing_ && accept.enabled) choice = DialogChoice::accept;
  if (input.pressed(Key::escape)) choice = DialogChoice::cancel;
  if (choice != DialogChoice::none) close();
  end();
  return choice;
}

DialogChoice dialog_buttons(const DialogButton& cancel, const DialogButton& accept) {
  const auto clicked = [](const DialogButton& button) {
    ImGui::BeginDisabled(!button.enabled);
    const bool result = ImGui::Button(button.label);
    ImGui::EndDisabled();
    if (button.name != nullptr) name_item(button.name);
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

void LineDialog::open(std::string title, std::string hint, std::string text, OnAccept on_accept,
                      LineField::Check check) {
  modal_.open();
  title_ = std::move(title);
  hint_ = std::move(hint);
  field_.set_text(std::move(text));
  check_ = std::move(check);
  on_accept_ = std::move(on_accept);
}

void LineDialog::draw(const Theme& theme, float scale, const InputQueue& input) {
  const std::string title = title_ + "###line";
  if (!modal_.begin(title.c_str(), scale)) return;
  if (modal_.appearing()) focus_next_item();
  const float width = std::min(460 * scale, ImGui::GetIO().DisplaySize.x - 40 * scale);
  const auto check = [this](const std::string& text) {
    return check_ ? check_(text) : Result<void>();
  };
  field_.draw(theme, scale, {"##text", hint_.c_str(), width, 0, AfterEnter::leave}, check);
  field_.draw_error(theme);
  ImGui::Dummy({0, 2 * scale});
  const DialogButton accept{"OK", "Enter", field_.valid()};
  if (modal_.end({"cancel", "Escape"}, accept, input) != DialogChoice::accept) return;
  // The callback may open the next dialog.
  const OnAccept on_accept = std::move(on_accept_);
  const std::string text = field_.text();
  field_.set_text({});
  on_accept(text);
}

void ChoiceDialog::open(std::string title, std::string text, std::vector<Choice> choices) {
  modal_.open();
  title_ = std::move(title);
  text_ = std::move(text);
  cancel_ = {"cancel", {}};
  choices_ = std::move(choices);
  enter_cancels_ = false;
}

void ChoiceDialog::open(std::string title, std::string text, Choice keep, Choice lose) {
  open(std::move(title), std::move(text), {std::move(lose)});
  cancel_ = std::move(keep);
  enter_cancels_ = true;
}

void ChoiceDialog::draw(float scale, const InputQueue& input) {
  const std::string title = title_ + "###choice";
  if (!modal_.begin(title.c_str(), scale)) return;
  ImGui::PushTextWrapPos(460 * scale);
  ImGui::TextUnformatted(text_.c_str());
  ImGui::PopTextWrapPos();
  name_item("choice text " + text_);
  ImGui::Dummy({0, 4 * scale});
  // Not the Enter that opened it.
  const bool enter = !modal_.appearing() && input.pressed(Key::enter);
  const Choice* chosen = enter && !enter_cancels_ ? &choices_.back() : nullptr;
  const auto button = [&](const Choice& choice, const char* key) {
    if (ImGui::Button(choice.label.c_str())) chosen = &choice;
    name_item("choice " + choice.label);
    if (key != nullptr && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", key);
  };
  button(cancel_, enter_cancels_ ? "Enter, Escape" : "Escape");
  for (const Choice& choice : choices_) {
    ImGui::SameLine();
    button(choice, &choice == &choices_.back() && !enter_cancels_ ? "Enter" : nullptr);
  }
  if (input.pressed(Key::escape) || (enter && enter_cancels_)) chosen = &cancel_;
  if (chosen != nullptr) modal_.close();
  modal_.end();
  if (chosen == nullptr) return;
  const std::function<void()> then = chosen->then;  // may open the next dialog
  if (then) then();
}

}  // namespace fungescope::ui
