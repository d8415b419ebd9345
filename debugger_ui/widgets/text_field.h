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

// Underlines the column of an error in the last item, a text field with a monospaced font. The
// field's text begins `prefix` bytes into the text that the column counts in.
void underline_error(const Theme& theme, const Error& error, std::size_t prefix, float scale);
// Draws an error at the cursor, wrapped at the right edge of the window. Its item is named
// "field error".
void draw_field_error(const Theme& theme, const Error& error);

// A field whose text must be understood: as long as it is not, it has an error, and nothing may be
// done with it.
class CheckedField {
 public:
  // Returns an error with the column in the text, from 1. It is called whenever the field is drawn,
  // since what is valid may change.
  using Check = std::function<Result<void>(const std::string& text)>;

  // Draws the field, `width` pixels wide. An empty text is not checked. Returns whether Enter was
  // pressed and the text is valid.
  bool draw(const Theme& theme, float scale, const char* id, const char* hint, float width,
            const Check& check, ImGuiInputTextFlags flags = 0,
            AfterEnter after_enter = AfterEnter::stay);
  // Draws the error, if there is one, at the cursor.
  void draw_error(const Theme& theme) const;

  [[nodiscard]] bool valid() const { return !error_; }  // as of the last frame
  [[nodiscard]] const std::string& text() const { return text_; }
  void set_text(std::string text);
  [[nodiscard]] bool active() const { return active_; }  // has the keyboard

 private:
  std::string text_;
  std::optional<Error> error_;
  bool active_ = false;
};

}  // namespace fungescope::ui
