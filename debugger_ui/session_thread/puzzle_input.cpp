#include "debugger_ui/session_thread/puzzle_input.h"

namespace fungescope::ui {

PuzzleInput read_puzzle_input(std::string_view bytes, bool closed) {
  PuzzleInput input;
  std::size_t cell = 0;
  for (const char byte : bytes) {
    const bool digit = byte >= '1' && byte <= '9';
    if (!digit && std::string_view(" .0_*").find(byte) == std::string_view::npos) continue;
    input.grid.cells[cell] = digit ? static_cast<std::uint8_t>(byte - '0') : 0;
    if (++cell < puzzles::cell_count) continue;
    input.kind = PuzzleInput::Kind::puzzle;
    return input;
  }
  if (closed) input.kind = cell == 0 ? PuzzleInput::Kind::none : PuzzleInput::Kind::broken;
  return input;
}

}  // namespace fungescope::ui
