// Modal dialogs, centred in the window: what all have in common, and those that ask for a line of
// text or for the answer to a question.
#pragma once

#include "debugger_ui/platform/input.h"
#include "debugger_ui/widgets/text_field.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

// `opening`: from the next frame on.
enum class PopupState : std::uint8_t { closed, opening, open };

// A button of a dialog, with the key that does the same as its tooltip.
struct DialogButton {
  const char* label;
  const char* tooltip;
  bool enabled = true;
  const char* name = nullptr;  // of its item (item_names.h)
};
enum class DialogChoice : std::uint8_t { none, cancel, accept };

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
  // The same after drawing the dialog's buttons, at the right. A click on one, Enter or Escape
  // closes it.
  DialogChoice end(const DialogButton& cancel, const DialogButton& accept, const InputQueue& input);

 private:
  PopupState state_ = PopupState::closed;
  bool appearing_ = false;
};

// Draws two buttons at the cursor; returns the one that was clicked.
[[nodiscard]] DialogChoice dialog_buttons(const DialogButton& cancel, const DialogButton& accept);
// The width of both with the spacing in between.
[[nodiscard]] float dialog_buttons_width(const DialogButton& cancel, const DialogButton& accept);

[[nodiscard]] float button_width(const char* label);
// Places the next item `width` from the right edge.
void move_to_right(float width);

// Asks for a line of text.
class LineDialog {
 public:
  using OnAccept = std::function<void(const std::string&)>;

  // Replaces the contents if it is open. A text that `check` refuses is not accepted, and the
  // error is shown below it; without a check every text is.
  void open(std::string title, std::string hint, std::string text, OnAccept on_accept,
            LineField::Check check = {});
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame. Calls `on_accept` when the text is confirmed.
  void draw(const Theme& theme, float scale, const InputQueue& input);

 private:
  Modal modal_;
  std::string title_;
  std::string hint_;
  LineField field_;
  LineField::Check check_;
  OnAccept on_accept_;
};

// Asks a question with up to three answers.
class ChoiceDialog {
 public:
  struct Choice {
    std::string label;
    std::function<void()> then;  // may open the next dialog
  };
  // The last choice is what Enter does. Escape, and the `cancel` button, do nothing.
  void open(std::string title, std::string text, std::vector<Choice> choices);
  // Asks before something is lost: `keep` is what Enter and Escape do.
  void open(std::string title, std::string text, Choice keep, Choice lose);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame.
  void draw(float scale, const InputQueue& input);

 private:
  Modal modal_;
  std::string title_;
  std::string text_;
  Choice cancel_;
  std::vector<Choice> choices_;
  bool enter_cancels_ = false;
};

}  // namespace fungescope::ui
