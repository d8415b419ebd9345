// Buttons and text of the Play layout.
#pragma once

#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/widgets/panel.h"

#include <string>
#include <string_view>

#include <imgui/imgui.h>

namespace fungescope::ui {

struct PlayButton {
  std::string label;
  std::string tooltip{};
  std::string key{};  // shown dim at the right of a wide button, and in the tooltip
  bool enabled = true;
  bool active = false;  // pressed in, as a mode is
  bool primary = false;
  std::string place = "play";  // the item's name is this and its label
  bool key_below = false;      // the key is shown below the label, at any width
};

// The sizes of text: larger than in the debugger, as for a game.
struct PlayFonts {
  ImFont* text;
  ImFont* small;
  ImFont* title;
};
[[nodiscard]] PlayFonts play_fonts(const Fonts& fonts);

// "hint" as "Hint"; names of cells stay as they are.
[[nodiscard]] std::string capitalised(std::string text);

// Draws a button of that size at the cursor, with its label, capitalised, in the middle; of a wide
// one with a key, at the left. See `place` for the item's name.
bool play_button(const Context& context, const PlayButton& button, ImVec2 size);

// As `play_button`, without a label: the caller draws into it. `name`: of the item.
bool play_area(const Context& context, const std::string& name, const PlayButton& button,
               ImVec2 size);

// A part of a row that is divided into equal parts with gaps, in whole pixels: the last one ends
// where the row does.
struct RowPart {
  float from = 0;
  float size = 0;
};
[[nodiscard]] RowPart part_of(float row, float gap, std::size_t index, std::size_t count);

// Text in a font, with its middle, left or right end at a point. Returns its size.
enum class TextAnchor : std::uint8_t { left, middle, right };
ImVec2 text_at(ImFont* font, ImVec2 at, std::string_view text, ImU32 colour,
               TextAnchor anchor = TextAnchor::left);

}  // namespace fungescope::ui
