// Naked pair (3.0), triple (3.6), quad (5.0): two, three or four cells of a unit have as many
// candidates between them, so that the unit's other cells lose these digits.
//
// Source: Sudoku Explainer, "Naked Set". Sets of more than half of the unit's empty cells are not
// searched, since the other cells are a hidden set.
#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

// Returns the digits of the cells at some places if they are `size`, and each cell has at least
// two candidates; otherwise 0.
DigitMask naked_digits(const Candidates& board, Unit unit, Places places, int size) {
  DigitMask digits = 0;
  for (const std::uint8_t place : places_in(places)) {
    const DigitMask candidates = board.at(geometry.cells[unit][place]);
    if (count(candidates) < 2) return 0;
    digits |= candidates;
  }
  return count(digits) == size ? digits : DigitMask{0};
}

}  // namespace

std::optional<Step> find_naked_set(const Candidates& board, int size) {
  for (Unit unit = 0; unit < unit_count; ++unit) {
    if (board.open_count(unit) < 2 * size) continue;
    for (Places places = 0; next_combination(places, size);) {
      const DigitMask digits = naked_digits(board, unit, places, size);
      if (digits == 0) continue;
      const CellSet cells = cells_at(unit, places);
      Step step;
      step.eliminations = candidates_in(board, geometry.sets[unit] - cells, digits);
      if (step.eliminations.empty()) continue;
      step.technique = size == 2   ? Technique::naked_pair
                       : size == 3 ? Technique::naked_triple
                                   : Technique::naked_quad;
      step.rating = size == 2 ? 30 : size == 3 ? 36 : 50;
      step.digits = digits;
      step.units = {unit};
      step.pattern = candidates_in(board, cells, digits);
      return step;
    }
  }
  return std::nullopt;
}

}  // namespace fungescope::techniques
