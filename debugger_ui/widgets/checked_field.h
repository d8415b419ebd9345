// Text fields that say what is wrong with their text.
#pragma once

#include "base/result.h"
#include "debugger_ui/widgets/text_field.h"
#include "debugger_ui/widgets/theme.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

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
