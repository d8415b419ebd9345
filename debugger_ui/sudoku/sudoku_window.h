// The room of sudoku in the window.
#pragma once

namespace fungescope::ui {

// Registers the room with the session, its thread, the panels and the application.
void register_sudoku();

}  // namespace fungescope::ui
