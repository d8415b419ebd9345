// Registers the room of sudoku before the first test.
#include "sudoku/board/board_commands.h"

namespace {

[[maybe_unused]] const bool registered = [] {
  fungescope::register_extension(fungescope::sudoku_extension());
  return true;
}();

}  // namespace
