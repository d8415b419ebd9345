// Registers the room of sudoku before the first test.
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "session/commands/extension.h"

#include "sudoku/board/board.h"

namespace {

[[maybe_unused]] const bool registered = [] {
  fungescope::register_extension(fungescope::sudoku_extension());
  fungescope::register_extension(fungescope::ui::sudoku_snapshots());
  return true;
}();

}  // namespace
