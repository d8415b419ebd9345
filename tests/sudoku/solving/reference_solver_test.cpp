// sudoku.b93 and the reference solver, compared change by change and region by region.
#include "sudoku/solving/reference_solver.h"

#include "support/test.h"

#include "sudoku/solving/program_host.h"

namespace fungescope::puzzles {
namespace {

const SolverProgram& solver() {
  static const SolverProgram program = SolverProgram::load(embedded_solver(), "sudoku.b93").value();
  return program;
}

ProgramHost checking_host(EngineKind engine = EngineKind::automatic) {
  HostOptions options{.engine = engine, .check = solver().checked().value()};
  return {solver(), options};
}

ReferenceSolver solve_reference(const Grid& puzzle) {
  ReferenceSolver solver(RegionContents{}, puzzle);
  std::vector<CellChange> changes;
  while (solver.step(changes)) changes.clear();
  return solver;
}

// Easy, hard and hardest, from tests/data/puzzles.
std::vector<std::string> puzzles_of_all_kinds() {
  std::vector<std::string> all;
  for (const char* file : {"norvig_easy50.txt", "norvig_hardest11.txt", "norvig_top95.txt"}) {
    const std::vector<std::string> lines =
        fungescope::test::data_lines(std::string("puzzles/") + file);
    all.insert(all.end(), lines.begin(), lines.begin() + 11);
  }
  return all;
}

}  // namespace

TEST_CASE("the program and the reference solver make the same changes") {
  ProgramHost host = checking_host();
  for (const std::string& line : puzzles_of_all_kinds()) {
    CAPTURE(line);
    const SolveResult answer = host.solve(grid_from_line(line));
    CHECK_MESSAGE(answer.status == SolveStatus::solved, answer.reason);
    // The regions are cleared, and 81 cells are filled and 648 places ruled out.
    CHECK(answer.changes > 81 + 729 + 729 + 81 + 648);
  }
}

TEST_CASE("the two agree on puzzles without a solution, and keep the givens") {
  ProgramHost host = checking_host();
  for (const char* line :
       {"..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
        ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.",
        "12345678.........9..............................................................."}) {
    CAPTURE(line);
    const Grid puzzle = grid_from_line(line);
    const SolveResult answer = host.solve(puzzle);
    CHECK_MESSAGE(answer.status == SolveStatus::unsolvable, answer.reason);

    const ReferenceSolver reference = solve_reference(puzzle);
    CHECK(reference.outcome() == ReferenceOutcome::no_solution);
    for (std::size_t i = 0; i < cell_count; ++i) {
      if (puzzle.cells[i] != 0)
        CHECK(reference.regions()[ComparedRegion::grid][i] == '0' + puzzle.cells[i]);
    }
  }
}

TEST_CASE("the two agree on givens that contradict each other") {
  ProgramHost host = checking_host();
  for (const std::size_t other : {8U, 72U, 20U}) {  // the same row, column and box
    std::string line(cell_count, '.');
    line[0] = line[other] = '5';
    const SolveResult answer = host.solve(grid_from_line(line));
    CHECK_MESSAGE(answer.status == SolveStatus::invalid, answer.reason);
    const Grid puzzle = grid_from_line(line);
    CHECK(solve_reference(puzzle).outcome() == ReferenceOutcome::invalid);
  }
}

TEST_CASE("the two agree on an empty grid and on a full one") {
  ProgramHost host = checking_host();
  CHECK(host.solve(Grid{}).status == SolveStatus::solved);
  const Grid full = solve_with_bitmasks(Grid{}).solution;
  const SolveResult answer = host.solve(full);
  CHECK(answer.status == SolveStatus::solved);
  CHECK(answer.solution == full);
}

TEST_CASE("the puzzle in the source is solved, and checked, without input") {
  ProgramHost host = checking_host();
  const SolveResult answer =
      host.solve(solver().source_puzzle(), ProgramHost::PuzzleSource::program);
  CHECK_MESSAGE(answer.status == SolveStatus::solved, answer.reason);
  CHECK(is_solution_of(answer.solution, solver().source_puzzle()));
}

TEST_CASE("the reference interpreter runs the program to the same tick") {
  ProgramHost naive = checking_host(EngineKind::reference);
  ProgramHost fast = checking_host(EngineKind::interpreter);
  const Grid puzzle =
      grid_from_line(fungescope::test::data_lines("puzzles/norvig_easy50.txt").front());
  CHECK(naive.solve(puzzle).ticks == fast.solve(puzzle).ticks);
}

TEST_CASE("the program of the classic method makes its reference's changes, named or not") {
  std::string source = fungescope::test::data("../programs/classic.b93");
  const std::size_t claim = source.find("#$method");
  REQUIRE(claim != std::string::npos);
  SUBCASE("named") {}
  SUBCASE("not named") {
    source.erase(claim, source.find('\n', claim) - claim);
  }
  const SolverProgram program = SolverProgram::load(source, "classic.b93").value();
  CHECK_FALSE(program.reads_input);
  ProgramHost host(program, HostOptions{.check = program.checked().value()});
  const auto puzzles = puzzles_of_all_kinds();
  for (std::size_t i = 0; i < 13; ++i) {  // the easy ones, and two of the hardest
    CAPTURE(puzzles[i]);
    const SolveResult answer = host.solve(grid_from_line(puzzles[i]));
    CHECK_MESSAGE(answer.status == SolveStatus::solved, answer.reason);
    CHECK(answer.method == ReferenceMethod::classic);
    CHECK(answer.changes > 2 * place_count);
  }
  // It ends where the classic program takes back its givens.
  const SolveResult answer = host.solve(grid_from_line(
      "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."));
  CHECK_MESSAGE(answer.status == SolveStatus::unsolvable, answer.reason);
  CHECK(answer.method == ReferenceMethod::classic);
}

TEST_CASE("a program of neither method is not compared") {
  const SolverProgram program =
      SolverProgram::load(fungescope::test::data("programs/backtracker_mapped.b93"), "b").value();
  ProgramHost host(program, HostOptions{.check = program.checked().value()});
  const SolveResult answer =
      host.solve(grid_from_line(fungescope::test::data_lines("puzzles/norvig_easy50.txt").front()));
  CHECK_MESSAGE(answer.status == SolveStatus::solved, answer.reason);
  CHECK_FALSE(answer.method);
  CHECK(answer.changes == 0);
}

TEST_CASE("the reference solver solves every puzzle of the collections") {
  for (const char* name : {"norvig_easy50", "norvig_hardest11", "norvig_top95"}) {
    const auto puzzles = fungescope::test::data_lines(std::string("puzzles/") + name + ".txt");
    const auto solutions =
        fungescope::test::data_lines(std::string("puzzles/") + name + ".solutions.txt");
    REQUIRE(puzzles.size() == solutions.size());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const Grid puzzle = grid_from_line(puzzles[i]);
      const ReferenceSolver reference = solve_reference(puzzle);
      CAPTURE(puzzles[i]);
      CHECK(reference.outcome() == ReferenceOutcome::solved);
      std::string digits;
      for (const std::int64_t value : reference.regions()[ComparedRegion::grid])
        digits += static_cast<char>(value);
      CHECK(digits == solutions[i]);
    }
  }
}

}  // namespace fungescope::puzzles
