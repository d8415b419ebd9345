// Creates the panels of programs with a sudoku's memory map.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <memory>

namespace fungescope::ui {

[[nodiscard]] std::unique_ptr<Panel> make_sudoku_board_panel();
[[nodiscard]] std::unique_ptr<Panel> make_puzzle_panel(PanelId id);

}  // namespace fungescope::ui
