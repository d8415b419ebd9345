#include "debugger_ui/widgets/line_dialog.h"

#include "debugger_ui/widgets/text_field.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {

void LineDialog::open(std::string title, std::string hint, std::string text, OnAccept on_accept) {
  modal_.open();
  title_ = std::move(title);
  hint_ = std::move(hint);
  text_ = std::move(text);
  on_accept_ = std::move(on_accept);
}

void LineDialog::draw(float scale, const InputQueue& input) {
  const std::string title = title_ + "###line";
  if (!modal_.begin(title.c_str(), scale)) return;
  if (modal_.appearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(std::min(460 * scale, ImGui::GetIO().DisplaySize.x - 40 * scale));
  const bool entered =
      text_field("##text", hint_.c_str(), text_, ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::Dummy({0, 2 * scale});
  constexpr DialogButton cancel{"cancel", "Escape"};
  constexpr DialogButton accept{"OK", "Enter"};
  move_to_right(dialog_buttons_width(cancel, accept));
  const DialogChoice choice = dialog_buttons(cancel, accept);
  const bool cancelled = choice == DialogChoice::cancel || input.pressed(Key::escape);
  const bool accepted = !cancelled && (entered || choice == DialogChoice::accept);
  if (cancelled || accepted) modal_.close();
  modal_.end();
  if (!accepted) return;
  // The callback may open the next dialog.
  const OnAccept on_accept = std::move(on_accept_);
  on_accept(std::exchange(text_, {}));
}

}  // namespace fungescope::ui
