// X-wing (3.2), swordfish (3.8), jellyfish (5.2): in two, three or four columns, a digit's
// candidates lie in as many rows only. Each of these rows has the digit in one of the columns, so
// that the rest of the rows loses it. The same with rows and columns exchanged.
//
// Source: Sudoku Explainer, "Fisherman"; the names come from the sudoku forums of 2005.
#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

struct Fish {
  UnitKind base_kind{};   // of the lines with few candidates
  UnitKind cover_kind{};  // of the lines that lose candidates
  Places bases = 0;       // numbers of lines
  Places covers = 0;
};

// Returns the cover lines if each base line has at least two candidates, and all have theirs in
// `size` cover lines; otherwise 0.
Places cover_lines(const Candidates& board, UnitKind base_kind, Places bases, Digit digit,
                   int size) {
  Places covers = 0;
  for (const std::uint8_t base : places_in(bases)) {
    const Places places = board.places(unit_of(base_kind, base), digit);
    if (count(places) < 2) return 0;
    covers |= places;
  }
  return count(covers) == size ? covers : Places{0};
}

Step step_of(const Candidates& board, const Fish& fish, Digit digit, int size) {
  Step step;
  step.technique = size == 2   ? Technique::x_wing
                   : size == 3 ? Technique::swordfish
                               : Technique::jellyfish;
  step.rating = size == 2 ? 32 : size == 3 ? 38 : 52;
  step.digits = mask_of(digit);
  CellSet base_cells;
  CellSet cover_cells;
  for (const std::uint8_t base : places_in(fish.bases)) {
    step.units.push_back(unit_of(fish.base_kind, base));
    base_cells |= geometry.sets[step.units.back()];
  }
  for (const std::uint8_t cover : places_in(fish.covers)) {
    step.units.push_back(unit_of(fish.cover_kind, cover));
    cover_cells |= geometry.sets[step.units.back()];
  }
  step.pattern = candidates_in(board, base_cells, step.digits);
  step.eliminations = candidates_in(board, cover_cells - base_cells, step.digits);
  return step;
}

}  // namespace

std::optional<Step> find_fish(const Candidates& board, int size) {
  using enum UnitKind;
  for (const auto& [base_kind, cover_kind] : {std::pair{column, row}, {row, column}}) {
    for (Places bases = 0; next_combination(bases, size);) {
      for (Digit digit = 1; digit <= 9; ++digit) {
        const Places covers = cover_lines(board, base_kind, bases, digit, size);
        if (covers == 0) continue;
        Step step = step_of(board, {base_kind, cover_kind, bases, covers}, digit, size);
        if (!step.eliminations.empty()) return step;
      }
    }
  }
  return std::nullopt;
}

}  // namespace fungescope::techniques
