// Every step of many paths must agree with the solution, which an independent solver finds.
#include "support/test.h"

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
