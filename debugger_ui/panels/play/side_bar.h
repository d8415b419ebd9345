// What is next to the board: level and clock, the keypad, help and its answers; at the end of a
// game, its result.
#pragma once

#include "debugger_ui/panels/play/play_table.h"
#include "debugger_ui/widgets/panel.h"

namespace fungescope::ui {

// Draws at the cursor. Needs a game.
void draw_side_bar(const Context& context, PlayTable& table, const PerformPlay& perform,
                   ImVec2 size);

// "expert", with a capital.
[[nodiscard]] std::string level_title(const game::Puzzle& puzzle);

}  // namespace fungescope::ui
