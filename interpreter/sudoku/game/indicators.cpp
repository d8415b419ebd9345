#include "sudoku/game/indicators.h"

namespace fungescope::game {

using techniques::mask_of;

Indicators indicators_of(const Board& board, const Puzzle& puzzle) {
  Indicators result;
  const auto allowed = allowed_digits(digits_of(board));
  result.remaining.fill(9);
  for (std::size_t i = 0; i < board_cells; ++i) {
    const Cell cell = static_cast<Cell>(i);
    const CellContent& content = board.at(cell);
    if (content.digit == 0) {
      ++result.empty;
      result.ruled_out[i] =
          techniques::without(static_cast<DigitMask>(content.centre | content.corner), allowed[i]);
      continue;
    }
    --result.remaining[content.digit - 1U];
    if ((allowed[i] & mask_of(content.digit)) == 0) result.conflicts.insert(cell);
    if (puzzle.has_one_solution() && content.digit != puzzle.solution.cells[i]) {
      result.wrong.insert(cell);
    }
  }
  for (std::size_t unit = 0; unit < techniques::unit_count; ++unit) {
    DigitMask digits = 0;
    for (const Cell cell : techniques::geometry.cells[unit]) {
      if (board.at(cell).digit != 0) digits |= mask_of(board.at(cell).digit);
    }
    result.complete[unit] = digits == techniques::all_digits;
  }
  result.solved = result.empty == 0 && result.conflicts.empty();
  return result;
}

CellSet cells_with(const Board& board, Digit digit) {
  CellSet cells;
  for (std::size_t i = 0; i < board_cells; ++i) {
    if (digit != 0 && board.cells[i].digit == digit) cells.insert(static_cast<Cell>(i));
  }
  return cells;
}

}  // namespace fungescope::game
