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

using techniques::mask_of;
using techniques::without;

namespace {

template <class Condition>
CellSet cells_where(const CellSet& cells, Condition condition) {
  CellSet found;
  for (const Cell cell : cells) {
    if (condition(cell)) found.insert(cell);
  }
  return found;
}

CellSet empty_cells(const Board& board, const CellSet& cells) {
  return cells_where(cells, [&](Cell cell) { return board.at(cell).digit == 0; });
}

// Returns whether every cell satisfies the condition; false without a cell.
template <class Condition>
bool all_cells(const CellSet& cells, Condition condition) {
  return !cells.empty() && cells_where(cells, condition) == cells;
}

void toggle(DigitMask& mask, Digit digit, bool off) {
  mask = off ? without(mask, mask_of(digit)) : static_cast<DigitMask>(mask | mask_of(digit));
}

}  // namespace

Board with_digit(Board board, const CellSet& givens, const CellSet& cells, Digit digit,
                 PeerMarks peers) {
  const CellSet changeable = cells - givens;
  const bool clears =
      all_cells(changeable, [&](Cell cell) { return board.at(cell).digit == digit; });
  for (const Cell cell : changeable) {
    board.at(cell).digit = clears ? Digit{0} : digit;
    if (clears || peers == PeerMarks::keep) continue;
    for (const Cell peer : techniques::geometry.peers[cell]) {
      CellContent& content = board.at(peer);
      content.centre = without(content.centre, mask_of(digit));
      content.corner = without(content.corner, mask_of(digit));
    }
  }
  return board;
}

Board with_mark_toggled(Board board, const CellSet& cells, MarkKind kind, Digit digit) {
  const auto marks = kind == MarkKind::centre ? &CellContent::centre : &CellContent::corner;
  const CellSet empty = empty_cells(board, cells);
  const bool off =
      all_cells(empty, [&](Cell cell) { return (board.at(cell).*marks & mask_of(digit)) != 0; });
  for (const Cell cell : empty) toggle(board.at(cell).*marks, digit, off);
  return board;
}

Board with_colour_toggled(Board board, const CellSet& cells, Colour colour) {
  const bool off =
      all_cells(cells, [&](Cell cell) { return (board.at(cell).colours & mask_of(colour)) != 0; });
  for (const Cell cell : cells) toggle(board.at(cell).colours, colour, off);
  return board;
}

Board with_erased(Board board, const CellSet& givens, const CellSet& cells) {
  const CellSet changeable = cells - givens;
  const CellSet empty = empty_cells(board, changeable);
  if (empty != changeable) {
    for (const Cell cell : changeable) board.at(cell).digit = 0;
    return board;
  }
  const CellSet marked = cells_where(empty, [&](Cell cell) { return board.at(cell).has_marks(); });
  if (!marked.empty()) {
    for (const Cell cell : marked) board.at(cell).centre = board.at(cell).corner = 0;
    return board;
  }
  for (const Cell cell : cells) board.at(cell).colours = 0;
  return board;
}

Board with_all_marks(Board board, const CellSet& cells) {
  const auto allowed = puzzles::candidates_of(digits_of(board));
  for (const Cell cell : empty_cells(board, cells)) board.at(cell).centre = allowed[cell];
  return board;
}

Board with_marks_cleaned(Board board, const CellSet& cells) {
  const auto allowed = puzzles::candidates_of(digits_of(board));
  for (const Cell cell : empty_cells(board, cells)) {
    CellContent& content = board.at(cell);
    content.centre &= allowed[cell];
    content.corner &= allowed[cell];
  }
  return board;
}

Indicators indicators_of(const Board& board, const Puzzle& puzzle) {
  Indicators result;
  const auto allowed = puzzles::candidates_of(digits_of(board));
  result.remaining.fill(9);
  for (const Cell cell : techniques::every_cell) {
    const CellContent& content = board.at(cell);
    if (content.digit == 0) {
      ++result.empty;
      result.ruled_out[cell] = techniques::without(
          static_cast<DigitMask>(content.centre | content.corner), allowed[cell]);
      continue;
    }
    --result.remaining[content.digit - 1U];
    if ((allowed[cell] & mask_of(content.digit)) == 0) result.conflicts.insert(cell);
    if (puzzle.has_one_solution() && content.digit != puzzle.solution.cells[cell]) {
      result.wrong.insert(cell);
    }
  }
  for (std::size_t unit = 0; unit < techniques::unit_count; ++unit) {
    DigitMask seen = 0;
    DigitMask twice = 0;
    for (const Cell cell : techniques::geometry.cells[unit]) {
      if (board.at(cell).digit == 0) continue;
      twice |= static_cast<DigitMask>(seen & mask_of(board.at(cell).digit));
      seen |= mask_of(board.at(cell).digit);
    }
    result.units[unit] = twice != 0                       ? UnitState::conflict
                         : seen == techniques::all_digits ? UnitState::complete
                                                          : UnitState::open;
  }
  result.solved = result.empty == 0 && result.conflicts.empty();
  return result;
}

CellSet cells_with(const Board& board, Digit digit) {
  return cells_where(techniques::every_cell,
                     [&](Cell cell) { return digit != 0 && board.at(cell).digit == digit; });
}

}  // namespace fungescope::game
