#include "debugger_ui/widgets/line_dialog.h"

#include "debugger_ui/platform/imgui_compat.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {

void LineDialog::open(std::string title, std::string hint, std::string text, OnAccept on_accept,
                      CheckedField::Check check) {
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
  const bool entered =
      field_.draw(theme, scale, "##text", hint_.c_str(), width, check, 0, AfterEnter::leave);
  field_.draw_error(theme);
  ImGui::Dummy({0, 2 * scale});
  constexpr DialogButton cancel{"cancel", "Escape"};
  const DialogButton accept{"OK", "Enter", field_.valid()};
  move_to_right(dialog_buttons_width(cancel, accept));
  const DialogChoice choice = dialog_buttons(cancel, accept);
  const bool cancelled = choice == DialogChoice::cancel || input.pressed(Key::escape);
  const bool accepted = !cancelled && (entered || choice == DialogChoice::accept);
  if (cancelled || accepted) modal_.close();
  modal_.end();
  if (!accepted) return;
  // The callback may open the next dialog.
  const OnAccept on_accept = std::move(on_accept_);
  const std::string text = field_.text();
  field_.set_text({});
  on_accept(text);
}

}  // namespace fungescope::ui
