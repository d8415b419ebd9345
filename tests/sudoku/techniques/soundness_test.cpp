// Every step of many paths must agree with the solution, which an independent solver finds.
#include "support/test.h"

#include "sudoku/techniques/candidates.h"
#include "sudoku/techniques/positions.h"
#include "sudoku/techniques/rating.h"
#include "sudoku/techniques/words/explanation.h"

using namespace fungescope::techniques;

namespace {

// Returns what is wrong with a step, or nothing.
std::string fault_of(const Step& step, const Candidates& board, const puzzles::Grid& solution) {
  if (!step.placement && step.eliminations.empty()) return "does nothing";
  if (step.placement) {
    const auto [cell, digit] = *step.placement;
    if (!board.has(cell, digit)) return "places a digit that is no candidate";
    if (solution.cells[cell] != digit) return "places a wrong digit";
  }
  for (const auto& [cell, digits] : step.eliminations) {
    if (digits == 0) return "eliminates nothing from a cell";
    if ((board.at(cell) & digits) != digits) return "eliminates what is no candidate";
    if ((digits & mask_of(solution.cells[cell])) != 0) return "eliminates a digit of the solution";
  }
  for (const auto& [cell, digits] : step.pattern) {
    if ((board.at(cell) & digits) != digits) return "has a pattern of other candidates";
  }
  return {};
}

void check_path(const std::string& line) {
  const puzzles::Grid puzzle = puzzles::grid_from_line(line);
  const Path path = solve_by_techniques(puzzle);
  REQUIRE(path.solutions == 1);
  Candidates board(puzzle);
  for (const Step& step : path.steps) {
    const std::string fault = fault_of(step, board, path.solution);
    if (!fault.empty()) FAIL_CHECK(line << ": " << explain(step, board) << " -- " << fault);
    apply(step, board);
  }
  CHECK(board.solved());
}

}  // namespace

TEST_CASE("soundness: every step of the rated and the hard puzzles agrees with the solution") {
  const std::vector<std::string> hard = test::data_lines("puzzles/norvig_top95.txt");
  for (std::size_t i = 0; i < hard.size(); i += FUNGESCOPE_SANITIZED ? 60 : 6) check_path(hard[i]);
  const std::vector<test::RatedPuzzle> rated = test::rated_puzzles("rated.csv");
  for (std::size_t i = 0; i < rated.size(); i += FUNGESCOPE_SANITIZED ? 120 : 12) {
    check_path(rated[i].puzzle);
  }
}

TEST_CASE("soundness: the rating does not depend on how a puzzle is turned or renamed") {
  // Transposed, and with other digits, the first step found may be another one of the same rating;
  // up to XYZ-wings the rating stays.
  Random random(5);
  std::size_t i = 0;
  for (const test::RatedPuzzle& rated : test::rated_puzzles("rated.csv")) {
    if (i++ % 25 != 0 || rated.rating == "search" || rated.rating > "4.4") continue;
    const std::string& line = rated.puzzle;
    std::string digits = "123456789";
    for (std::size_t k = 8; k > 0; --k) std::swap(digits[k], digits[random.next() % (k + 1)]);
    std::string turned(81, '.');
    for (std::size_t k = 0; k < 81; ++k) {
      const char c = line[k % 9 * 9 + k / 9];
      if (c != '0') turned[k] = digits[static_cast<std::size_t>(c - '1')];
    }
    CAPTURE(line);
    CHECK(rating_text(solve_by_techniques(puzzles::grid_from_line(turned))) == rated.rating);
  }
}

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
