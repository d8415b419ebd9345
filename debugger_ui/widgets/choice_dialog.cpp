#include "debugger_ui/widgets/choice_dialog.h"

#include "debugger_ui/widgets/item_names.h"

#include <utility>

namespace fungescope::ui {

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
