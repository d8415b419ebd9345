// Last value (1.0): a unit has one empty cell, and it takes the digit that is missing.
// Hidden single (1.2 in a box, 1.5 in a column or row): a digit has one place left in a unit.
// Naked single (2.3): a cell has one candidate left.
//
// Source: Sudoku Explainer, "Hidden Single" and "Naked Single". Boxes are searched first, then
// columns and rows; hidden singles of all units come before those naked singles that are rated
// higher, because a person sees a digit's last place without writing candidates.
#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

Step single(Technique technique, Rating rating, Cell cell, Digit digit) {
  Step step;
  step.technique = technique;
  step.rating = rating;
  step.placement = Placement{cell, digit};
  step.digits = mask_of(digit);
  step.pattern = {{cell, mask_of(digit)}};
  return step;
}

}  // namespace

std::optional<Step> find_last_value(const Candidates& board) {
  for (Unit unit = 0; unit < unit_count; ++unit) {
    const CellSet open = board.open() & geometry.sets[unit];
    if (open.size() != 1) continue;
    const Cell cell = open.first();
    Step step = single(Technique::last_value, 10, cell, first_digit(board.at(cell)));
    step.units = {unit};
    return step;
  }
  return std::nullopt;
}

std::optional<Step> find_hidden_single(const Candidates& board) {
  for (Unit unit = 0; unit < unit_count; ++unit) {
    for (Digit digit = 1; digit <= 9; ++digit) {
      const Places places = board.places(unit, digit);
      if (count(places) != 1) continue;
      const bool box = kind_of(unit) == UnitKind::box;
      Step step = single(box ? Technique::hidden_single_in_box : Technique::hidden_single_in_line,
                         box ? 12 : 15, geometry.cells[unit][*places_in(places).begin()], digit);
      step.units = {unit};
      return step;
    }
  }
  return std::nullopt;
}

std::optional<Step> find_naked_single(const Candidates& board) {
  for (const Cell cell : board.open()) {
    if (count(board.at(cell)) == 1) {
      return single(Technique::naked_single, 23, cell, first_digit(board.at(cell)));
    }
  }
  return std::nullopt;
}

}  // namespace fungescope::techniques
