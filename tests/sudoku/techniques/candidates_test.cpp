#include "sudoku/techniques/candidates.h"

#include "support/test.h"

#include "sudoku/techniques/words/notation.h"

using namespace fungescope::techniques;

TEST_CASE("geometry: units, places and peers agree") {
  for (std::size_t i = 0; i < board_cells; ++i) {
    const Cell cell = static_cast<Cell>(i);
    CHECK(geometry.peers[cell].size() == 20);
    CHECK_FALSE(sees(cell, cell));
    for (std::size_t k = 0; k < 3; ++k) {
      const Unit unit = geometry.units[cell][k];
      CHECK(geometry.cells[unit][geometry.places[cell][k]] == cell);
      CHECK(geometry.sets[unit].size() == 9);
      CHECK((geometry.sets[unit] - geometry.peers[cell]) == CellSet::of(cell));
    }
  }
  CHECK(unit_text(unit_of(Cell{40}, UnitKind::box)) == "box 5");
  CHECK(unit_text(unit_of(Cell{80}, UnitKind::row)) == "row 9");
  CHECK(unit_text(unit_of(Cell{71}, UnitKind::column)) == "column 9");
}

TEST_CASE("geometry: cell sets iterate in reading order over both words") {
  CellSet set;
  for (const int cell : {80, 0, 64, 63, 17}) set.insert(static_cast<Cell>(cell));
  std::vector<int> seen;
  for (const Cell cell : set) seen.push_back(cell);
  CHECK(seen == std::vector<int>{0, 17, 63, 64, 80});
  CHECK(set.first() == 0);
  set.erase(0);
  CHECK(set.size() == 4);
  CHECK(to_text(set) == "r2c9, r8c1, r8c2 and r9c9");
}

TEST_CASE("geometry: combinations come in ascending order, each once") {
  int seen = 0;
  std::uint16_t before = 0;
  for (std::uint16_t mask = 0; next_combination(mask, 3);) {
    CHECK(mask > before);
    CHECK(std::popcount(mask) == 3);
    before = mask;
    ++seen;
  }
  CHECK(seen == 84);
}

TEST_CASE("candidates: placing a digit removes it from all that its cell sees") {
  Candidates board{puzzles::Grid{}};
  CHECK(board.open().size() == 81);
  CHECK(board.at(40) == all_digits);
  board.place(40, 7);
  CHECK(board.at(40) == 0);
  CHECK_FALSE(board.is_open(40));
  CHECK(board.grid().cells[40] == 7);
  CHECK(board.cells_with(7).size() == 81 - 21);
  for (const Cell peer : geometry.peers[40])
    CHECK(board.at(peer) == without(all_digits, mask_of(7)));
  CHECK(board.open_count(unit_of(Cell{40}, UnitKind::row)) == 8);
  CHECK(board.places_count(unit_of(Cell{40}, UnitKind::row), 7) == 0);
  CHECK(board.places_count(unit_of(Cell{40}, UnitKind::row), 8) == 8);
}

TEST_CASE("candidates: eliminations that a cell lacks are ignored") {
  Candidates board{puzzles::Grid{}};
  board.eliminate(0, mask_of(3));
  board.eliminate(0, mask_of(3) | mask_of(4));
  CHECK(digits_text(board.at(0)) == "1, 2, 5, 6, 7, 8 and 9");
  CHECK(board.places(unit_of(Cell{0}, UnitKind::column), 3) == 0x1fe);
}
