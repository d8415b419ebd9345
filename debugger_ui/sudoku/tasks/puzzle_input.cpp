#include "debugger_ui/sudoku/tasks/puzzle_input.h"

#include "debugger_ui/sudoku/tasks/board_snapshot.h"

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

std::optional<puzzles::Grid> program_puzzle(const ViewSnapshot& snapshot) {
  const ProgramBoard* const board = program_board(*snapshot.program);
  if (board == nullptr) return std::nullopt;
  if (!board->reads_input) {
    const BoardView* const view = board_view(snapshot);
    if (view == nullptr) return std::nullopt;
    if (!view->givens.empty()) return puzzles::grid_from_line(view->givens);
    if (!view->upcoming) return std::nullopt;
    puzzles::Grid grid;
    for (std::size_t i = 0; i < puzzles::cell_count; ++i) {
      grid.cells[i] = static_cast<std::uint8_t>(view->cells[i].digit);
    }
    return grid;
  }
  if (snapshot.input.from != 0) return std::nullopt;
  const PuzzleInput input = read_puzzle_input(snapshot.input.text, snapshot.input.closed);
  if (input.kind == PuzzleInput::Kind::puzzle) return input.grid;
  if (input.kind != PuzzleInput::Kind::none) return std::nullopt;
  return puzzles::grid_from_line(grid_text(board->map, *snapshot.program->source));
}

}  // namespace fungescope::ui
