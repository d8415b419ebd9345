#include "sudoku/techniques/step_parts.h"

namespace fungescope::techniques {

std::vector<CellDigits> candidates_in(const Candidates& board, const CellSet& cells,
                                      DigitMask digits) {
  std::vector<CellDigits> found;
  for (const Cell cell : cells) {
    const DigitMask present = board.at(cell) & digits;
    if (present != 0) found.push_back({cell, present});
  }
  return found;
}

CellSet cells_at(Unit unit, Places places) {
  CellSet cells;
  for (const std::uint8_t place : places_in(places)) cells.insert(geometry.cells[unit][place]);
  return cells;
}

Places shared_places(const Candidates& board, Unit unit, DigitMask digits, int size) {
  Places shared = 0;
  for (const Digit digit : digits_in(digits)) {
    const Places places = board.places(unit, digit);
    if (count(places) < 2) return 0;
    shared |= places;
  }
  return count(shared) == size ? shared : Places{0};
}

}  // namespace fungescope::techniques
