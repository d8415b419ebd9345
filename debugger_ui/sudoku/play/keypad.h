// The nine digits as keys, with how many of each are left, and the modes above them.
#pragma once

#include "debugger_ui/sudoku/play/play_state.h"
#include "debugger_ui/widgets/panel.h"

#include <string>

namespace fungescope::ui {

// The four modes in a row. Items: "play digit", "play corner", "play centre", "play colour"; at
// another place, that in place of "play".
void draw_modes(const Context& context, PlayState& state, float width,
                const std::string& place = "play");

[[nodiscard]] float mode_row_height(float scale);  // with the gap below it

// Draws the keys at the cursor, 3 or 9 in a row; returns the one that was pressed, or 0. Items:
// "key 1" to "key 9", with the place before it if there is one.
[[nodiscard]] int draw_keypad(const Context& context, const PlayState& state, ImVec2 size,
                              const std::string& place = {}, int columns = 3);

}  // namespace fungescope::ui
