// Pointing (2.6): all candidates of a digit in a box lie in one line, so that the rest of the line
// loses the digit. Claiming (2.8): all candidates of a digit in a line lie in one box, so that the
// rest of the box loses it. Together they are also known as locked candidates.
//
// Direct pointing (1.7) and direct claiming (1.9): the same, where the digit then has only one
// place left in another box of the line, or in another line of the box. The digit is placed there,
// which a person does without writing candidates.
//
// Source: Sudoku Explainer, "Intersections" and "Direct Intersections".
#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

// A digit whose candidates in `base` all lie in `cover` too.
struct Intersection {
  Unit base = 0;
  Unit cover = 0;
  Digit digit = 0;
};

Step step_of(const Candidates& board, const Intersection& found) {
  const DigitMask digit = mask_of(found.digit);
  Step step;
  step.digits = digit;
  step.units = {found.base, found.cover};
  step.pattern = candidates_in(board, geometry.sets[found.base], digit);
  step.eliminations =
      candidates_in(board, geometry.sets[found.cover] - geometry.sets[found.base], digit);
  return step;
}

// Calls `visit` for each intersection whose base and cover are of two kinds, until it returns a
// step.
template <class Visit>
std::optional<Step> search(const Candidates& board, UnitKind base_kind, UnitKind cover_kind,
                           Visit visit) {
  for (Digit digit = 1; digit <= 9; ++digit) {
    for (std::size_t i = 0; i < 9; ++i) {
      const Unit base = unit_of(base_kind, i);
      const Places places = board.places(base, digit);
      if (count(places) < 2) continue;
      const CellSet cells = cells_at(base, places);
      const Unit cover = unit_of(cells.first(), cover_kind);
      if (!cells.is_subset_of(geometry.sets[cover])) continue;
      if (std::optional<Step> step = visit(Intersection{base, cover, digit})) return step;
    }
  }
  return std::nullopt;
}

template <class Visit>
std::optional<Step> search_all(const Candidates& board, Visit visit) {
  using enum UnitKind;
  for (const auto& [base, cover] :
       {std::pair{box, column}, {box, row}, {column, box}, {row, box}}) {
    if (std::optional<Step> step = search(board, base, cover, visit)) return step;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Step> find_intersection(const Candidates& board) {
  return search_all(board, [&](const Intersection& found) -> std::optional<Step> {
    Step step = step_of(board, found);
    if (step.eliminations.empty()) return std::nullopt;
    const bool pointing = kind_of(found.base) == UnitKind::box;
    step.technique = pointing ? Technique::pointing : Technique::claiming;
    step.rating = pointing ? 26 : 28;
    return step;
  });
}

std::optional<Step> find_direct_intersection(const Candidates& board) {
  return search_all(board, [&](const Intersection& found) -> std::optional<Step> {
    // Another unit of the base's kind that crosses the cover.
    for (std::size_t i = 0; i < 9; ++i) {
      const Unit other = unit_of(kind_of(found.base), i);
      if (other == found.base) continue;
      if ((geometry.sets[other] & geometry.sets[found.cover]).empty()) continue;
      const Places places = board.places(other, found.digit);
      if (count(places) < 2) continue;
      const CellSet left = cells_at(other, places) - geometry.sets[found.cover];
      if (left.size() != 1) continue;
      Step step = step_of(board, found);
      const bool pointing = kind_of(found.base) == UnitKind::box;
      step.technique = pointing ? Technique::direct_pointing : Technique::direct_claiming;
      step.rating = pointing ? 17 : 19;
      step.placement = Placement{left.first(), found.digit};
      step.units.push_back(other);
      return step;
    }
    return std::nullopt;
  });
}

}  // namespace fungescope::techniques
