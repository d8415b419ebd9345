// Registers the room of sudoku before the first test.
#include "debugger_ui/sudoku/sudoku_window.h"

namespace {

[[maybe_unused]] const bool registered = [] {
  fungescope::ui::register_sudoku();
  return true;
}();

}  // namespace
