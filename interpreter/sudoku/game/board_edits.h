// What a player does to a board, as functions from a selection of cells to the board after it.
//
// Digits and marks of givens never change; colours may. Where a rule is to be chosen, it is that of
// SudokuPad: a value is removed only if every cell of the selection that could have it has it;
// otherwise those that lack it get it.
#pragma once

#include <cstdint>

#include "sudoku/game/board.h"

namespace fungescope::game {

// Whether a digit that is entered is removed from the marks in its row, column and box.
enum class PeerMarks : std::uint8_t { keep, clean };

// Enters a digit into the cells, or clears them if all have it.
[[nodiscard]] Board with_digit(Board board, const CellSet& givens, const CellSet& cells,
                               Digit digit, PeerMarks peers);

// Marks belong to cells without a digit: others are left alone.
enum class MarkKind : std::uint8_t { centre, corner };
[[nodiscard]] Board with_mark_toggled(Board board, const CellSet& cells, MarkKind kind,
                                      Digit digit);
[[nodiscard]] Board with_colour_toggled(Board board, const CellSet& cells, Colour colour);

// Erases the digits of the cells; if they have none, their marks; if they have none, their colours.
[[nodiscard]] Board with_erased(Board board, const CellSet& givens, const CellSet& cells);

// Replaces the centre marks of the cells without a digit by all digits that are allowed there.
[[nodiscard]] Board with_all_marks(Board board, const CellSet& cells);

// Removes the marks, of both kinds, that a digit in the row, column or box rules out.
[[nodiscard]] Board with_marks_cleaned(Board board, const CellSet& cells);

}  // namespace fungescope::game
