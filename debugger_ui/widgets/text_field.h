// Edits a std::string in an ImGui text field, which can say what is wrong with its text. All text
// fields of the window are drawn by it.
//
// A field keeps the keyboard after Enter: what is typed next belongs to it, and does not drive the
// run. Escape, or a click elsewhere, leaves it.
#pragma once

#include "base/result.h"
#include "debugger_ui/widgets/theme.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

enum class AfterEnter : std::uint8_t {
  stay,
  leave,  // for dialogs that Enter closes
};

// Returns whether the text was edited or, with ImGuiInputTextFlags_EnterReturnsTrue in `flags`,
// whether Enter was pressed. The caller may change the text between two frames, also while it is
// being edited: the cursor goes to its end or, with ImGuiInputTextFlags_AutoSelectAll, it is
// selected. The item is named "field LABEL", without the `##` of hidden labels.
bool text_field(const char* label, const char* hint, std::string& text,
                ImGuiInputTextFlags flags = 0, AfterEnter after_enter = AfterEnter::stay);

// Formats an error without its location: "what; advice".
[[nodiscard]] std::string error_text(const Error& error);

// A field for one line of text that becomes something else: a tick, a command, a name. Where that
// is not possible it has an error, and the column of it is underlined.
class LineField {
 public:
  // Returns an error with the column in the text, from 1. It is called whenever the field is drawn,
  // since what is valid may change. Not of an empty text.
  using Check = std::function<Result<void>(const std::string& text)>;

  struct Look {
    const char* id;
    const char* hint = "";
    float width = -1;  // pixels; negative: up to the right edge
    ImGuiInputTextFlags flags = 0;
    AfterEnter after_enter = AfterEnter::stay;
  };

  // Returns whether Enter was pressed and, with a check, the text is valid.
  bool draw(const Theme& theme, float scale, const Look& look, const Check& check = {});
  // Draws the error, if there is one, at the cursor, wrapped at that width; 0: at the right edge of
  // the window. Its item is named "field error".
  void draw_error(const Theme& theme, float wrap_width = 0) const;
  // Draws it in a tooltip below the last item.
  void draw_error_tooltip(const Theme& theme) const;

  // Shows an error until the text changes. The text begins `prefix` bytes into the text that its
  // column counts in.
  void fail(Error error, std::size_t prefix = 0);
  // Replaces the text, and takes the keyboard.
  void begin(std::string text);
  void set_text(std::string text);
  void take_focus() { take_focus_ = true; }

  [[nodiscard]] const std::string& text() const { return text_; }
  // As of the last frame: whether it has no error, has the keyboard, or has just lost it.
  [[nodiscard]] bool valid() const { return !error_; }
  [[nodiscard]] bool active() const { return active_; }
  [[nodiscard]] bool left() const { return left_; }

 private:
  std::string text_;
  std::optional<Error> error_;
  std::string failed_text_;  // of `error_`
  std::size_t prefix_ = 0;   // of `error_`
  bool active_ = false;
  bool left_ = false;
  bool take_focus_ = false;
};

}  // namespace fungescope::ui
