#include "sudoku/techniques/candidates.h"

#include <cassert>

namespace fungescope::techniques {

Candidates::Candidates(const puzzles::Grid& grid, const puzzles::PencilMarks* marks) {
  for (auto& unit : places_) unit.fill(all_digits);
  masks_.fill(all_digits);
  open_ = every_cell;
  cells_with_.fill(every_cell);
  for (const Cell cell : every_cell) {
    if (grid.cells[cell] != 0) place(cell, grid.cells[cell]);
  }
  if (marks == nullptr) return;
  for (const Cell cell : open_) eliminate(cell, without(all_digits, (*marks)[cell]));
}

void Candidates::place(Cell cell, Digit digit) {
  assert(has(cell, digit));
  eliminate(cell, masks_[cell]);
  for (const Cell peer : geometry.peers[cell] & cells_with(digit)) {
    eliminate(peer, mask_of(digit));
  }
  grid_.cells[cell] = digit;
  open_.erase(cell);
}

void Candidates::eliminate(Cell cell, DigitMask digits) {
  const DigitMask removed = masks_[cell] & digits;
  masks_[cell] = without(masks_[cell], removed);
  for (const Digit digit : digits_in(removed)) {
    cells_with_[digit - 1U].erase(cell);
    for (std::size_t k = 0; k < 3; ++k) {
      places_[geometry.units[cell][k]][digit - 1U] &=
          static_cast<Places>(~(1U << geometry.places[cell][k]));
    }
  }
}

}  // namespace fungescope::techniques
