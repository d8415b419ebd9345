#include "sudoku/game/board.h"

namespace fungescope::game {

Board board_of(const puzzles::Grid& givens) {
  Board board;
  for (std::size_t i = 0; i < board_cells; ++i) board.cells[i].digit = givens.cells[i];
  return board;
}

puzzles::Grid digits_of(const Board& board) {
  puzzles::Grid digits;
  for (std::size_t i = 0; i < board_cells; ++i) digits.cells[i] = board.cells[i].digit;
  return digits;
}

std::array<DigitMask, board_cells> allowed_digits(const puzzles::Grid& digits) {
  std::array<DigitMask, board_cells> allowed{};
  allowed.fill(techniques::all_digits);
  for (std::size_t i = 0; i < board_cells; ++i) {
    if (digits.cells[i] == 0) continue;
    for (const Cell peer : techniques::geometry.peers[i]) {
      allowed[peer] = techniques::without(allowed[peer], techniques::mask_of(digits.cells[i]));
    }
  }
  return allowed;
}

}  // namespace fungescope::game
