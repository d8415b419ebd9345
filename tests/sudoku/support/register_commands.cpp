// Registers the room of sudoku before the first test.
#include "sudoku/cli/sudoku_commands.h"

namespace {

[[maybe_unused]] const bool registered = [] {
  fungescope::register_sudoku();
  return true;
}();

}  // namespace
