// What is next to the board: level and clock, the keypad, help and its answers; at the end of a
// game, its result.
#pragma once

#include "debugger_ui/sudoku/play/play_table.h"
#include "debugger_ui/widgets/panel.h"

#include <optional>
#include <string>

namespace fungescope::ui {

// Draws at the cursor. Needs a game. In a low bar a hint takes the place of the keys, and a tap
// puts it away.
void draw_side_bar(const Context& context, PlayTable& table, const PerformPlay& perform,
                   ImVec2 size);

// The height with which all of it can be used.
[[nodiscard]] float min_bar_height(float scale);

// What the button for hints does next: "hint", "more", "place 3".
[[nodiscard]] std::string hint_label(const std::optional<ShownHint>& shown);

// "expert", with a capital.
[[nodiscard]] std::string level_title(const game::Puzzle& puzzle);

}  // namespace fungescope::ui
