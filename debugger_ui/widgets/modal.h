// Modal dialogs, centred in the window.
#pragma once

#include <cstdint>

#include <imgui/imgui.h>

namespace fungescope::ui {

// `opening`: from the next frame on.
enum class PopupState : std::uint8_t { closed, opening, open };

class Modal {
 public:
  void open() { state_ = PopupState::opening; }
  void close() { state_ = PopupState::closed; }
  [[nodiscard]] bool is_open() const { return state_ != PopupState::closed; }
  // Whether this is its first frame.
  [[nodiscard]] bool appearing() const { return appearing_; }

  // As ImGui::BeginPopupModal, in the style of all dialogs. `size` 0: fits its contents. Returns
  // whether it is open; then draw the contents and call `end`, whatever happens to it in between.
  [[nodiscard]] bool begin(const char* title, float scale, ImVec2 size = {0, 0});
  void end();

 private:
  PopupState state_ = PopupState::closed;
  bool appearing_ = false;
};

// A button of a dialog, with the key that does the same as its tooltip.
struct DialogButton {
  const char* label;
  const char* tooltip;
  bool enabled = true;
};
enum class DialogChoice : std::uint8_t { none, cancel, accept };

// Draws two buttons at the cursor; returns the one that was clicked.
[[nodiscard]] DialogChoice dialog_buttons(const DialogButton& cancel, const DialogButton& accept);
// The width of both with the spacing in between.
[[nodiscard]] float dialog_buttons_width(const DialogButton& cancel, const DialogButton& accept);

[[nodiscard]] float button_width(const char* label);
// Places the next item `width` from the right edge.
void move_to_right(float width);

}  // namespace fungescope::ui
