#include "sudoku/solving/solver_knowledge.h"

#include "support/test.h"

using namespace fungescope::puzzles;

TEST_CASE("solver knowledge: when sudoku.b93 knew each digit and each candidate's end") {
  const BuiltInSolver solver;
  ProgramHost host(solver.program, {});
  const std::atomic<bool> never{false};
  bool guessed = false;
  for (const std::string& line : fungescope::test::data_lines("puzzles/norvig_hardest11.txt")) {
    const Grid puzzle = grid_from_line(line);
    const SolveResult result = host.solve(puzzle);
    REQUIRE(result.status == SolveStatus::solved);
    const auto knowledge = record_knowledge(solver, puzzle, never).value();
    CHECK(knowledge.ticks == result.ticks);
    CHECK(knowledge.guesses == count_guesses(solver, puzzle));
    guessed = guessed || knowledge.guesses > 0;
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
      CHECK(knowledge.digits[cell] > 0);
      CHECK(knowledge.digits[cell] < knowledge.ticks);
      for (std::size_t digit = 1; digit <= 9; ++digit) {
        const bool open = knowledge.ruled_out[cell][digit - 1] == 0;
        CHECK(open == (digit == result.solution.cells[cell]));
      }
    }
    if (FUNGESCOPE_SANITIZED) break;
  }
  CHECK((guessed || FUNGESCOPE_SANITIZED));
}

TEST_CASE("solver knowledge: nothing after an interruption") {
  const BuiltInSolver solver;
  // Its search does not end in practice.
  const Grid puzzle = grid_from_line(
      ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........");
  const std::atomic<bool> at_once{true};
  CHECK_FALSE(record_knowledge(solver, puzzle, at_once));
}
