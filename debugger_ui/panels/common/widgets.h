// What the panels that are lists have in common.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::ui {

// ---- Text

void coloured_text(ImU32 colour, std::string_view text);
// Wrapped at the right edge of the window.
void wrapped_coloured_text(ImU32 colour, std::string_view text);
// The one dim line of a list with nothing in it.
void placeholder_text(const Context& context, std::string_view text);

[[nodiscard]] inline ImVec4 to_vec4(ImU32 colour) {
  return ImGui::ColorConvertU32ToFloat4(colour);
}
// Behind a selected row: pale enough for text of any colour.
[[nodiscard]] inline ImU32 selected_row(const Theme& theme) {
  return with_alpha(theme.accent, 0.22F);
}
// Of one character of the body font: all are equally wide.
[[nodiscard]] float character_width();

// The character of a value as it is shown in lists: "'a'", "\n", or nothing.
[[nodiscard]] std::string character_text(std::int64_t value);

// ---- Tooltips

// For the item before: what a click does, and below it, dim, the command that it submits.
void item_tooltip(const Context& context, std::string_view what, std::string_view command = {});

// ---- Buttons

// A quiet button with a text.
bool text_button(const Context& context, const char* label, bool enabled = true);
// A square one, as high as text, with a cross: delete.
bool close_button(const Context& context, const char* id);
// One of several, of which one is chosen.
bool toggle_button(const Context& context, const char* label, bool chosen);

// ---- Commands

// A field for one line that becomes a command. It keeps what was typed until the command
// succeeds; what is wrong is shown below it, and in it, by column.
class CommandField {
 public:
  CommandField();

  enum class Outcome : std::uint8_t { open, cancelled, done };

  // In the width that is there, or `width`. `to_command` makes the line of what was typed; where
  // it puts it at the end, columns of errors are shown in it. Done: a command has succeeded since
  // the last frame.
  Outcome draw(Context& context, const char* id, const char* hint_text,
               const std::function<std::string(const std::string&)>& to_command, float width = -1);

  // Begins anew with this text, and with the keyboard.
  void begin(std::string text);
  void clear();
  [[nodiscard]] const std::string& text() const;
  // Submits what is in it, as Enter does.
  void submit(Context& context, const std::function<std::string(const std::string&)>& to_command);
  // Shows errors in a tooltip, where there is no room below.
  void set_floating(bool floating) { floating_ = floating; }

 private:
  struct State;
  void draw_error(Context& context) const;

  // Shared with the answers that are on their way: they may come when the field is gone.
  std::shared_ptr<State> state_;
  bool floating_ = false;
};

// "prefix text": the way most fields make their command.
[[nodiscard]] std::function<std::string(const std::string&)> with_prefix(std::string prefix);

// Asks for another name, and gives it.
void ask_bookmark_name(Services& services, const Bookmark& bookmark);

// ---- Places

// Shows a cell in the playfield, selected.
void show_cell(Context& context, Point at);
// "10,3": as commands read it.
[[nodiscard]] std::string to_argument(Point at);
// "(10, 3)": as people read it.
[[nodiscard]] std::string to_place(Point at);

// The instruction of a cell, in a word: "get"; "string" where it is pushed in string mode.
[[nodiscard]] std::string_view instruction_word(std::int64_t value, const Dialect& dialect,
                                                bool string_mode);
[[nodiscard]] ImU32 instruction_colour(const Theme& theme, std::int64_t value,
                                       const Dialect& dialect, bool string_mode);
// The sign of a cell: one that is no visible character is a dot.
[[nodiscard]] std::string cell_glyph(std::int64_t value);

}  // namespace fungescope::ui
