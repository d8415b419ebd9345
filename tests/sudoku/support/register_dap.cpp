// Registers the room of sudoku before the first test.
#include "session/commands/extension.h"

#include "sudoku/board/board.h"
#include "sudoku/dap/launch_puzzle.h"

namespace {

[[maybe_unused]] const bool registered = [] {
  fungescope::register_extension(fungescope::sudoku_extension());
  fungescope::register_extension(fungescope::launch_puzzle());
  return true;
}();

}  // namespace
