// The room of sudoku in the window.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <memory>

namespace fungescope::ui {

// Registers the room with the session, its thread, the panels and the application.
void register_sudoku();

// Create the panels of programs with a sudoku's memory map.
[[nodiscard]] std::unique_ptr<Panel> make_sudoku_board_panel();
[[nodiscard]] std::unique_ptr<Panel> make_puzzle_panel(PanelId id);

}  // namespace fungescope::ui
