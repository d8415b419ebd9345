#include "debugger_ui/widgets/choice_dialog.h"

#include "debugger_ui/widgets/item_names.h"

#include <optional>
#include <utility>

namespace fungescope::ui {

void ChoiceDialog::open(std::string title, std::string text, std::vector<Choice> choices) {
  modal_.open();
  title_ = std::move(title);
  text_ = std::move(text);
  choices_ = std::move(choices);
}

void ChoiceDialog::draw(float scale, const InputQueue& input) {
  const std::string title = title_ + "###choice";
  if (!modal_.begin(title.c_str(), scale)) return;
  ImGui::PushTextWrapPos(460 * scale);
  ImGui::TextUnformatted(text_.c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, 4 * scale});
  std::optional<std::size_t> chosen;
  const bool cancelled = ImGui::Button("cancel") || input.pressed(Key::escape);
  name_item("choice cancel");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Escape");
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    ImGui::SameLine();
    if (ImGui::Button(choices_[i].label.c_str())) chosen = i;
    name_item("choice " + choices_[i].label);
  }
  // Not the Enter that opened it.
  if (!modal_.appearing() && input.pressed(Key::enter)) chosen = choices_.size() - 1;
  if (cancelled || chosen) modal_.close();
  modal_.end();
  if (cancelled || !chosen) return;
  const std::function<void()> then = std::move(choices_[*chosen].then);
  if (then) then();
}

}  // namespace fungescope::ui
