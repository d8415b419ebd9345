#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {

std::span<const Finder> finder_order() {
  static constexpr std::array<Finder, 25> order{
      find_last_value,
      find_hidden_single,
      find_direct_intersection,
      [](const Candidates& board) { return find_direct_hidden_set(board, 2); },
      find_naked_single,
      [](const Candidates& board) { return find_direct_hidden_set(board, 3); },
      find_intersection,
      [](const Candidates& board) { return find_naked_set(board, 2); },
      [](const Candidates& board) { return find_fish(board, 2); },
      [](const Candidates& board) { return find_hidden_set(board, 2); },
      [](const Candidates& board) { return find_naked_set(board, 3); },
      [](const Candidates& board) { return find_fish(board, 3); },
      [](const Candidates& board) { return find_hidden_set(board, 3); },
      find_turbot_fish,
      find_xy_wing,
      find_xyz_wing,
      find_unique_loop,
      [](const Candidates& board) { return find_naked_set(board, 4); },
      [](const Candidates& board) { return find_fish(board, 4); },
      [](const Candidates& board) { return find_hidden_set(board, 4); },
      find_bivalue_universal_grave,
      find_chain,
      find_nishio,
      find_multiple_chains,
      find_dynamic_chains,
  };
  return order;
}

std::span<const Finder> finders_below(Rating limit) {
  // The lowest ratings that they give.
  static constexpr std::array<Rating, 25> lowest{10, 12, 17, 20, 23, 25, 26, 30, 32, 34, 36, 38, 40,
                                                 40, 42, 44, 45, 50, 52, 54, 56, 65, 75, 80, 85};
  std::size_t count = lowest.size();
  while (count > 0 && lowest[count - 1] >= limit) --count;
  return finder_order().first(count);
}

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

Rating rating_for_length(std::size_t nodes) {
  Rating added = 0;
  bool odd = false;
  for (std::size_t limit = 4; nodes > limit + 2; odd = !odd) {
    limit = odd ? limit * 4 / 3 : limit * 3 / 2;
    ++added;
  }
  return added;
}

}  // namespace fungescope::techniques
