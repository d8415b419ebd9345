// Hidden pair (3.4), triple (4.0), quad (5.4): two, three or four digits of a unit have their
// candidates in as many cells only, so that these cells lose all other candidates.
//
// Direct hidden pair (2.0), triple (2.5): the same, where another digit of the unit then has one
// place left. It is placed there.
//
// Source: Sudoku Explainer, "Hidden Set". A hidden set that leaves fewer other empty cells than it
// has is not searched, since those are a naked set, which is rated lower.
#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

Step step_of(const Candidates& board, Unit unit, DigitMask digits, Places places) {
  Step step;
  step.digits = digits;
  step.units = {unit};
  const CellSet cells = cells_at(unit, places);
  step.pattern = candidates_in(board, cells, digits);
  step.eliminations = candidates_in(board, cells, without(all_digits, digits));
  return step;
}

// Calls `visit` with the unit, the digits and the places of each hidden set until it returns a
// step. Units have more than `min_open` empty cells.
template <class Visit>
std::optional<Step> search(const Candidates& board, int size, int min_open, Visit visit) {
  for (Unit unit = 0; unit < unit_count; ++unit) {
    if (board.open_count(unit) <= min_open) continue;
    for (DigitMask digits = 0; next_combination(digits, size);) {
      const Places places = shared_places(board, unit, digits, size);
      if (places == 0) continue;
      if (std::optional<Step> step = visit(unit, digits, places)) return step;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Step> find_hidden_set(const Candidates& board, int size) {
  const auto visit = [&](Unit unit, DigitMask digits, Places places) -> std::optional<Step> {
    Step step = step_of(board, unit, digits, places);
    if (step.eliminations.empty()) return std::nullopt;
    step.technique = size == 2   ? Technique::hidden_pair
                     : size == 3 ? Technique::hidden_triple
                                 : Technique::hidden_quad;
    step.rating = size == 2 ? 34 : size == 3 ? 40 : 54;
    return step;
  };
  return search(board, size, 2 * size, visit);
}

std::optional<Step> find_direct_hidden_set(const Candidates& board, int size) {
  const auto visit = [&](Unit unit, DigitMask digits, Places places) -> std::optional<Step> {
    for (const Digit digit : digits_in(without(all_digits, digits))) {
      const Places before = board.places(unit, digit);
      const auto left = static_cast<Places>(before & ~places);
      if (count(before) < 2 || count(left) != 1) continue;
      Step step = step_of(board, unit, digits, places);
      step.technique = size == 2 ? Technique::direct_hidden_pair : Technique::direct_hidden_triple;
      step.rating = size == 2 ? 20 : 25;
      step.placement = Placement{geometry.cells[unit][*places_in(left).begin()], digit};
      return step;
    }
    return std::nullopt;
  };
  return search(board, size, size, visit);
}

}  // namespace fungescope::techniques
