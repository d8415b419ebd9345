// A sudoku board as a person sees it: the digits placed, and the candidates that are left in each
// empty cell.
//
//     Candidates board(grid);
//     board.place(cell, digit);          // removes the digit from the cell's peers
//     board.eliminate(cell, digits);
//
// Copying costs about a kilobyte.
#pragma once

#include "sudoku/solving/puzzle.h"
#include "sudoku/techniques/geometry.h"

namespace fungescope::techniques {

class Candidates {
 public:
  // The digits must not contradict each other. If `marks` is not null, other candidates than these
  // are eliminated.
  explicit Candidates(const puzzles::Grid& grid, const puzzles::PencilMarks* marks = nullptr);

  // Places a candidate of an empty cell.
  void place(Cell cell, Digit digit);
  // Removes candidates from an empty cell; those that it lacks are ignored.
  void eliminate(Cell cell, DigitMask digits);

  [[nodiscard]] bool is_open(Cell cell) const { return grid_.cells[cell] == 0; }
  [[nodiscard]] bool solved() const { return open_.empty(); }
  [[nodiscard]] const puzzles::Grid& grid() const { return grid_; }
  // Returns the candidates of a cell; none if it is filled.
  [[nodiscard]] DigitMask at(Cell cell) const { return masks_[cell]; }
  [[nodiscard]] bool has(Cell cell, Digit digit) const {
    return (masks_[cell] & mask_of(digit)) != 0;
  }
  // Returns the cells that have a digit as a candidate.
  [[nodiscard]] const CellSet& cells_with(Digit digit) const { return cells_with_[digit - 1U]; }
  // Returns the places in a unit at which a digit is a candidate.
  [[nodiscard]] Places places(Unit unit, Digit digit) const { return places_[unit][digit - 1U]; }
  [[nodiscard]] int places_count(Unit unit, Digit digit) const {
    return count(places(unit, digit));
  }
  // Returns the empty cells.
  [[nodiscard]] const CellSet& open() const { return open_; }
  [[nodiscard]] int open_count(Unit unit) const { return (open_ & geometry.sets[unit]).size(); }

 private:
  puzzles::Grid grid_;
  CellSet open_;
  std::array<DigitMask, board_cells> masks_{};
  std::array<CellSet, 9> cells_with_{};
  std::array<std::array<Places, 9>, unit_count> places_{};
};

}  // namespace fungescope::techniques
