// Every step must hold in all solutions of the board before it. The bit-mask solver, which shares
// no code with the techniques, searches for a solution that a step excludes: from the candidates of
// the board alone, so that no step relies on what is not on it.
#include "support/test.h"

#include "sudoku/solving/puzzle.h"
#include "sudoku/techniques/finders.h"
#include "sudoku/techniques/positions.h"
#include "sudoku/techniques/rating.h"
#include "sudoku/techniques/words/explanation.h"

using namespace fungescope::techniques;

namespace {

puzzles::PencilMarks marks_of_board(const Candidates& board) {
  puzzles::PencilMarks marks{};
  for (std::size_t i = 0; i < board_cells; ++i) {
    const Cell cell = static_cast<Cell>(i);
    marks[i] = board.is_open(cell) ? board.at(cell) : mask_of(board.grid().cells[i]);
  }
  return marks;
}

// Returns how many solutions the board has in which the cell has one of the digits: 2 for more.
int solutions_with(const Candidates& board, Cell cell, DigitMask digits) {
  puzzles::PencilMarks marks = marks_of_board(board);
  marks[cell] &= digits;
  if (marks[cell] == 0) return 0;
  return puzzles::solve_with_bitmasks(board.grid(), nullptr, &marks).count;
}

bool holds_in_all_solutions(const Step& step, const Candidates& board) {
  if (step.placement) {
    const auto [cell, digit] = *step.placement;
    if (!board.has(cell, digit)) return false;
    if (solutions_with(board, cell, without(all_digits, mask_of(digit))) > 0) return false;
  }
  return std::all_of(step.eliminations.begin(), step.eliminations.end(),
                     [&](const CellDigits& loss) {
                       return (board.at(loss.cell) & loss.digits) == loss.digits &&
                              solutions_with(board, loss.cell, loss.digits) == 0;
                     });
}

// Takes up to `limit` steps, each the first that one of `finders` finds, and checks them.
void check_steps(Candidates board, const std::vector<Finder>& finders, int limit) {
  while (limit-- > 0 && !board.solved()) {
    std::optional<Step> step;
    for (std::size_t i = 0; i < finders.size() && !step; ++i) step = finders[i](board);
    if (!step) return;
    if (!holds_in_all_solutions(*step, board)) {
      FAIL_CHECK(puzzles::to_line(board.grid()) << ": " << explain(*step, board));
    }
    apply(*step, board);
  }
}

// Puzzles of each level, evenly out of all.
std::map<std::string_view, std::vector<std::string>> puzzles_by_level(std::size_t number) {
  std::map<std::string_view, std::vector<std::string>> all;
  for (const test::RatedPuzzle& rated : test::rated_puzzles("rated.csv")) {
    all[name_of(level_of(rated.path()))].push_back(rated.puzzle);
  }
  for (auto& [level, lines] : all) {
    std::vector<std::string> chosen;
    for (std::size_t i = 0; i < number; ++i) chosen.push_back(lines[i * lines.size() / number]);
    lines = std::move(chosen);
  }
  return all;
}

std::vector<Finder> all_finders() {
  const auto order = finder_order();
  return {order.begin(), order.end()};
}

// Those that do not rely on there being one solution only.
std::vector<Finder> finders_for_several_solutions() {
  std::vector<Finder> finders = all_finders();
  std::erase(finders, &find_unique_loop);
  std::erase(finders, &find_bivalue_universal_grave);
  REQUIRE(finders.size() == all_finders().size() - 2);
  return finders;
}

constexpr std::size_t puzzles_a_level = FUNGESCOPE_SANITIZED ? 1 : 5;

}  // namespace

TEST_CASE("all solutions: the steps of puzzles of each level") {
  const auto levels = puzzles_by_level(puzzles_a_level);
  CHECK(levels.size() == level_count);
  for (const auto& [level, lines] : levels) {
    for (const std::string& line : lines) {
      const puzzles::Grid puzzle = puzzles::grid_from_line(line);
      const Path path = solve_by_techniques(puzzle);
      CHECK(name_of(level_of(path)) == level);
      Candidates board(puzzle);
      for (const Step& step : path.steps) {
        if (!holds_in_all_solutions(step, board)) FAIL_CHECK(line << ": " << explain(step, board));
        apply(step, board);
      }
      CHECK(board.grid() == path.solution);
    }
  }
}

TEST_CASE("all solutions: steps of puzzles with several solutions") {
  Random random(40);
  const std::vector<Finder> finders = finders_for_several_solutions();
  for (const auto& [level, lines] : puzzles_by_level(puzzles_a_level)) {
    for (const std::string& line : lines) {
      puzzles::Grid puzzle = puzzles::grid_from_line(line);
      while (puzzles::solve_with_bitmasks(puzzle).count < 2) {
        puzzle.cells[random.next() % puzzles::cell_count] = 0;
      }
      check_steps(Candidates(puzzle), finders, 40);
    }
  }
}

TEST_CASE("all solutions: steps from candidates that a player has removed already") {
  Random random(41);
  std::array<int, technique_count> uses{};
  for (const auto& [level, lines] : puzzles_by_level(2 * puzzles_a_level)) {
    for (const std::string& line : lines) {
      puzzles::Grid puzzle = puzzles::grid_from_line(line);
      const puzzles::Grid solution = puzzles::solve_with_bitmasks(puzzle).solution;
      // One given fewer, which the marks must make up for: wrong candidates go until they do.
      puzzle.cells[random.next() % board_cells] = 0;
      puzzles::PencilMarks marks = marks_of_board(Candidates(puzzle));
      while (puzzles::solve_with_bitmasks(puzzle, nullptr, &marks).count > 1) {
        const std::size_t cell = random.next() % board_cells;
        const DigitMask kept = mask_of(solution.cells[cell]);
        marks[cell] &= static_cast<DigitMask>(random.next() | kept);
      }
      const Path path = solve_by_techniques(puzzle, &marks);
      CHECK(path.solution == solution);
      Candidates board(puzzle, &marks);
      for (const Step& step : path.steps) {
        if (!holds_in_all_solutions(step, board)) FAIL_CHECK(line << ": " << explain(step, board));
        apply(step, board);
      }
      CHECK(board.grid() == solution);
      for (std::size_t i = 0; i < technique_count; ++i) uses[i] += path.uses[i];
    }
  }
  if (FUNGESCOPE_SANITIZED) return;
  CHECK(uses[static_cast<std::size_t>(Technique::unique_rectangle)] > 0);
  CHECK(uses[static_cast<std::size_t>(Technique::bivalue_universal_grave)] > 0);
  CHECK(uses[static_cast<std::size_t>(Technique::forcing_chain)] > 0);
}

TEST_CASE("all solutions: a step that one of two solutions contradicts is found wrong") {
  // r1c1 and r1c2, r2c1 and r2c2 may have 5 and 3 in either order.
  puzzles::Grid puzzle = puzzles::grid_from_line(
      "..4678912672195348198342567859761423426853791713924856961537284287419635345286179");
  puzzle.cells[9 * 3] = puzzle.cells[9 * 3 + 1] = 0;
  REQUIRE(puzzles::solve_with_bitmasks(puzzle).count == 1);
  const Candidates board(puzzle);
  Step step{.placement = Placement{0, 3}};
  CHECK_FALSE(holds_in_all_solutions(step, board));
  step.placement = Placement{0, 5};
  CHECK(holds_in_all_solutions(step, board));
  step.placement.reset();
  step.eliminations = {{1, mask_of(3)}};
  CHECK_FALSE(holds_in_all_solutions(step, board));
}
