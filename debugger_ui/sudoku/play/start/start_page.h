// The page on which the next game is chosen: a level, or a puzzle of one's own.
#pragma once

#include "debugger_ui/sudoku/play/play_table.h"
#include "debugger_ui/widgets/panel.h"

namespace fungescope::ui {

// Draws into an area of the screen. Items: "level easy" to "level diabolical", "play paste a
// puzzle", "play cancel", "play back to the game".
void draw_start_page(const Context& context, PlayTable& table, const PerformPlay& perform,
                     ImVec2 corner, ImVec2 size);

}  // namespace fungescope::ui
