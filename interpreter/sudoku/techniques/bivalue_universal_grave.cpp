// Bivalue universal grave, BUG: a position in which every empty cell has two candidates, and every
// digit two or no places in each unit, has an even number of solutions. If a puzzle with one
// solution would be in it without some further candidates, one of these must be right.
//
// Type 1 (5.6): they are in one cell, which loses the others.
// Type 2 (5.7): they are of one digit; cells that see all of them lose it.
// Type 3 (5.8 for a pair, 0.1 more for each further cell): in one unit they make a naked set with
//   other cells.
// Type 4 (5.7): two cells of a unit have them and the unit's only places for another digit; they
//   lose the rest.
//
// Source: Sudoku Explainer, "Bivalue Universal Grave". A candidate is a further one if its digit
// has three places or more in all three units of its cell; the rest is then checked to be a BUG.
#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

struct Grave {
  std::vector<CellDigits> extras;
  CellSet cells;  // that have extras
  DigitMask digits = 0;
};

DigitMask further_candidates(const Candidates& board, Cell cell) {
  DigitMask further = 0;
  for (const Digit digit : digits_in(board.at(cell))) {
    bool everywhere = true;
    for (const Unit unit : geometry.units[cell]) everywhere &= board.places_count(unit, digit) > 2;
    if (everywhere) further |= mask_of(digit);
  }
  return further;
}

bool is_grave_without(const Candidates& board, const std::vector<CellDigits>& extras) {
  Candidates rest = board;
  for (const auto& [cell, digits] : extras) rest.eliminate(cell, digits);
  for (const Cell cell : rest.open()) {
    if (count(rest.at(cell)) != 2) return false;
  }
  for (Unit unit = 0; unit < unit_count; ++unit) {
    for (Digit digit = 1; digit <= 9; ++digit) {
      const int places = rest.places_count(unit, digit);
      if (places != 0 && places != 2) return false;
    }
  }
  return true;
}

std::optional<Grave> find_grave(const Candidates& board) {
  Grave grave;
  for (const Cell cell : board.open()) {
    if (count(board.at(cell)) == 2) continue;
    const DigitMask further = further_candidates(board, cell);
    if (count(board.at(cell)) - count(further) != 2) return std::nullopt;
    grave.extras.push_back({cell, further});
    grave.cells.insert(cell);
    grave.digits |= further;
  }
  if (grave.extras.empty() || !is_grave_without(board, grave.extras)) return std::nullopt;
  return grave;
}

std::optional<Step> step_of(const Grave& grave, int type, Rating rating,
                            std::vector<CellDigits> eliminations) {
  if (eliminations.empty()) return std::nullopt;
  Step step;
  step.technique = Technique::bivalue_universal_grave;
  step.rating = rating;
  step.type = type;
  step.digits = grave.digits;
  step.eliminations = std::move(eliminations);
  step.extras = grave.extras;
  return step;
}

// Returns what the cells of the grave lose if they keep only a digit and their extras.
std::vector<CellDigits> all_but(const Candidates& board, const Grave& grave, DigitMask kept) {
  std::vector<CellDigits> eliminations;
  for (const auto& [cell, digits] : grave.extras) {
    const DigitMask lost = without(board.at(cell), (digits | kept));
    if (lost != 0) eliminations.push_back({cell, lost});
  }
  return eliminations;
}

std::optional<Step> find_locked_digit(const Candidates& board, const Grave& grave, Unit unit) {
  for (Digit digit = 1; digit <= 9; ++digit) {
    const DigitMask kept = mask_of(digit);
    if (cells_at(unit, board.places(unit, digit)) != grave.cells) continue;
    if ((grave.extras[0].digits & kept) != 0 || (grave.extras[1].digits & kept) != 0) continue;
    if (std::optional<Step> step = step_of(grave, 4, 57, all_but(board, grave, kept))) {
      step->units = {unit};
      for (const Cell cell : grave.cells) step->pattern.push_back({cell, kept});
      return step;
    }
  }
  return std::nullopt;
}

std::optional<Step> find_naked_set_of(const Candidates& board, const Grave& grave, Unit unit,
                                      int size) {
  const CellSet others = (board.open() & geometry.sets[unit]) - grave.cells;
  for (Places places = 0; next_combination(places, size - 1);) {
    const CellSet cells = cells_at(unit, places);
    if (!cells.is_subset_of(others)) continue;
    DigitMask digits = grave.digits;
    for (const Cell cell : cells) digits |= board.at(cell);
    if (count(digits) != size) continue;
    std::optional<Step> step =
        step_of(grave, 3, 57 + size - 1, candidates_in(board, others - cells, digits));
    if (!step) continue;
    step->units = {unit};
    step->pattern = candidates_in(board, cells, digits);
    return step;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Step> find_bivalue_universal_grave(const Candidates& board) {
  const std::optional<Grave> grave = find_grave(board);
  if (!grave) return std::nullopt;
  if (grave->extras.size() == 1) return step_of(*grave, 1, 56, all_but(board, *grave, 0));
  if (count(grave->digits) == 1) {
    const CellSet victims = common_peers(grave->cells);
    if (auto step = step_of(*grave, 2, 57, candidates_in(board, victims, grave->digits))) {
      return step;
    }
  }
  std::vector<Unit> shared;
  for (const Unit unit : geometry.units[grave->cells.first()]) {
    if (grave->cells.is_subset_of(geometry.sets[unit])) shared.push_back(unit);
  }
  if (grave->extras.size() == 2) {
    for (const Unit unit : shared) {
      if (auto step = find_locked_digit(board, *grave, unit)) return step;
    }
  }
  for (int size = 2; size <= 6; ++size) {
    for (const Unit unit : shared) {
      if (auto step = find_naked_set_of(board, *grave, unit, size)) return step;
    }
  }
  return std::nullopt;
}

}  // namespace fungescope::techniques
