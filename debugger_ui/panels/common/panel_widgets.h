// Widgets and small helpers shared by the panels.
#pragma once

#include "base/text_table.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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
// least "-9e+18". A tooltip should have all of it.
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

bool text_button(const Context& context, const char* label, bool enabled = true);
// A square button of the height of a line, with a cross.
bool close_button(const Context& context, const char* id);
// A button that stays pressed while `chosen`.
bool toggle_button(const Context& context, const char* label, bool chosen);

// A triangle that points down where `open`, else to the right; centred on the line of text at `at`.
void fold_triangle(ImVec2 at, float side, bool open, ImU32 colour);

// ---- Bookmarks and branches

// Null if there is none.
[[nodiscard]] const BranchInfo* find_branch(const ViewSnapshot& snapshot,
                                            std::optional<BranchId> id);
// Asks for a new name of a bookmark, and renames it.
void ask_bookmark_name(Services& services, const Bookmark& bookmark);

// ---- Cells

// Selects a cell and scrolls the playfield to it.
void show_cell(Context& context, Point at);

// The glyph of a cell; a middle dot for one without a visible character.
[[nodiscard]] std::string cell_glyph(std::int64_t value);

// Returns the square at `offset` pixels from the corner of `count` squares of `side` pixels; the
// nearest one outside them.
[[nodiscard]] Point square_at(ImVec2 offset, ImVec2 side, Size count);

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

// ---- Saved settings, of the window and of panels. Users may edit them: members of another type
// are ignored.

// Returns a member of the settings; nothing if it is missing or of another type. `T` is bool, int,
// float, double, std::string or std::vector<std::string>; of a list, items that are not strings are
// skipped.
template <class T>
[[nodiscard]] std::optional<T> read_setting(const nlohmann::ordered_json& settings,
                                            const char* name) {
  const auto found = settings.find(name);
  if (found == settings.end()) return std::nullopt;
  if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    if (!found->is_array()) return std::nullopt;
    T items;
    for (const auto& item : *found) {
      if (item.is_string()) items.push_back(item.template get<std::string>());
    }
    return items;
  } else {
    const bool fits = std::is_same_v<T, bool>       ? found->is_boolean()
                      : std::is_same_v<T, int>      ? found->is_number_integer()
                      : std::is_floating_point_v<T> ? found->is_number()
                                                    : found->is_string();
    return fits ? std::optional(found->template get<T>()) : std::nullopt;
  }
}

// The same in place: `value` stays if there is none.
template <class T>
void read_setting(const nlohmann::ordered_json& settings, const char* name, T& value) {
  if (auto read = read_setting<T>(settings, name)) value = std::move(*read);
}

// Returns a member that is an object; an empty one if there is none. Not of a temporary.
[[nodiscard]] inline const nlohmann::ordered_json& setting_object(
    const nlohmann::ordered_json& settings, std::string_view name) {
  static const nlohmann::ordered_json none = nlohmann::ordered_json::object();
  const auto found = settings.find(std::string(name));
  return found != settings.end() && found->is_object() ? *found : none;
}

// ---- Lists

// A scrollbar for more rows than an ImGui window can address. Positions are whole rows in 64 bits,
// where ImGui's float positions would lose precision.
class RowScroller {
 public:
  // Handles the wheel and draws the bar at the right edge of the area, which lies in the current
  // window. Clamps the first row. Returns the width of the bar, 0 without one.
  float update(ImVec2 corner, ImVec2 size, std::uint64_t rows, std::uint64_t visible,
               float rows_per_notch = 3);

  [[nodiscard]] std::uint64_t first() const { return first_; }
  void set_first(std::uint64_t row) { first_ = row; }
  // Scrolls until the row is visible, centring it if it was not.
  void reveal(std::uint64_t row, std::uint64_t visible);
  // Has the user scrolled in this frame?
  [[nodiscard]] bool moved() const { return moved_; }

 private:
  std::uint64_t first_ = 0;
  float wheel_rest_ = 0;
  bool moved_ = false;
};

}  // namespace fungescope::ui
