// Widgets and small helpers shared by the panels.
#pragma once

#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_settings.h"
#include "debugger_ui/widgets/panel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <imgui/imgui.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {

// ---- Text

void coloured_text(ImU32 colour, std::string_view text);
// Wraps at the right edge of the window.
void wrapped_coloured_text(ImU32 colour, std::string_view text);
// Draws the one dim line of an empty list.
void placeholder_text(const Context& context, std::string_view text);

// Background of a selected row: pale enough for text of any colour.
[[nodiscard]] inline ImU32 selected_row(const Theme& theme) {
  return with_alpha(theme.accent, 0.16F);
}
// For ImGui::IsWindowFocused in a panel's own window: one of the panel's windows has the keyboard,
// and no menu.
inline constexpr ImGuiFocusedFlags keyboard_within =
    ImGuiFocusedFlags_ChildWindows | ImGuiFocusedFlags_NoPopupHierarchy;
// Right-aligned on the line of the previous item, where it has room.
void right_aligned_text(ImU32 colour, const std::string& text);
// Width of a character of the body font, which is monospaced.
[[nodiscard]] float character_width();

// Formats a value in `room` pixels: if it is longer, its first digits and its power of ten, at
// least
// "-9e+18". A tooltip should have all of it.
[[nodiscard]] std::string value_within(std::int64_t value, float room);

// Formats a value's character as lists show it: "'a'", "\n", or empty.
[[nodiscard]] std::string character_text(std::int64_t value);

// What a filter of a list keeps; an empty one keeps all.
[[nodiscard]] bool contains_ignoring_case(std::string_view text, std::string_view part);

// ---- Tooltips

// Tooltip of the previous item: the effect of a click, and below it, dim, the command it submits.
void item_tooltip(const Context& context, std::string_view what, std::string_view command = {});

// A menu item that submits a command, which its tooltip names.
void command_item(Context& context, const char* label, const std::string& command,
                  const char* key = nullptr);

// ---- Buttons

// A flat button with a label.
bool text_button(const Context& context, const char* label, bool enabled = true);
// A square button of the height of a line, with a cross.
bool close_button(const Context& context, const char* id);
// A button that stays pressed while `chosen`.
bool toggle_button(const Context& context, const char* label, bool chosen);

// A triangle that points down where `open`, else to the right; centred on the line of text at `at`.
void fold_triangle(ImVec2 at, float side, bool open, ImU32 colour);

// Asks for a new name of a bookmark, and renames it.
void ask_bookmark_name(Services& services, const Bookmark& bookmark);

// ---- Cells

// Selects a cell and scrolls the playfield to it.
void show_cell(Context& context, Point at);

// The glyph of a cell; a middle dot for one without a visible character.
[[nodiscard]] std::string cell_glyph(std::int64_t value);

// Returns the largest font of the ladder that is at most `height` high; null if there is none.
[[nodiscard]] ImFont* font_within(const Fonts& fonts, float height);
// Draws a character in the middle of an area. `heavy` draws it with thicker strokes.
void centred_glyph(ImDrawList& list, ImFont* font, ImVec2 corner, ImVec2 size, char character,
                   ImU32 colour, bool heavy = false);

// ---- Why a value is what it is

// Asks about a value, or about control ("here"), and brings the panel with the answer forward.
inline void ask_why(Services& services, const std::string& value) {
  services.run("why " + value);
  services.reveal(PanelId::why);
}

// A menu item that does so. `value` is as a command names it; empty: the item is disabled.
inline void why_item(Context& context, const char* label, const std::string& value,
                     const char* key = nullptr) {
  if (ImGui::MenuItem(label, key, false, !value.empty())) ask_why(context.services, value);
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  if (value.empty()) {
    ImGui::SetTooltip("an expression has no single cause; ask about one of its cells");
  } else {
    ImGui::SetTooltip("%s", ("why " + value).c_str());
  }
}

}  // namespace fungescope::ui
