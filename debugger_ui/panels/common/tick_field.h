// A field for a tick, written as commands take it: 5000, 5_000, 5k, +10, -10, start, end or now.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "debugger_ui/widgets/text_field.h"

#include <optional>
#include <string>

namespace fungescope::ui {

class TickField {
 public:
  // Draws the field, `width` pixels wide; a tick before `lowest` is an error. Returns whether Enter
  // was pressed and the text is valid.
  bool draw(const Context& context, const char* id, const char* hint, float width,
            std::optional<Tick> lowest = {}, ImGuiInputTextFlags flags = 0);
  // Draws the error, if there is one, at the cursor.
  void draw_error(const Theme& theme) const { field_.draw_error(theme); }

  // Returns the tick as of the last frame: `fallback` for an empty text, nothing for an invalid
  // one.
  [[nodiscard]] std::optional<Tick> tick(Tick fallback) const;

  [[nodiscard]] bool valid() const { return field_.valid(); }
  [[nodiscard]] bool active() const { return field_.active(); }
  [[nodiscard]] const std::string& text() const { return field_.text(); }
  void set_text(std::string text);

 private:
  CheckedField field_;
  std::optional<Tick> tick_;
};

}  // namespace fungescope::ui
