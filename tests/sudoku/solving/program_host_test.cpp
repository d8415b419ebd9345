#include "sudoku/solving/program_host.h"

#include "support/test.h"

using namespace fungescope::puzzles;

namespace {

SolverProgram load_program(const std::string& source) {
  return SolverProgram::load(source, "p").value();
}

SolverProgram load_file(const std::string& name) {
  return load_program(fungescope::test::data("programs/" + name + ".b93"));
}

// A field with code in its first row and a region `grid` below.
std::string with_grid(const std::string& code, const std::string& row) {
  std::string source = code + "\n";
  for (int y = 0; y < 9; ++y) source += row + "\n";
  return source + "#$region[0,1](9x9):ascii = grid\n";
}

}  // namespace

TEST_CASE("program host: how a program receives its puzzle") {
  CHECK(load_program(with_grid("~@", "000000000")).reads_input);
  CHECK_FALSE(load_program(with_grid("@", "000000000")).reads_input);
  // Not reached: a comment.
  CHECK_FALSE(load_program(with_grid("@ no ~ here", "000000000")).reads_input);
  CHECK(load_program(with_grid("@", "000000000")).blank == '0');
  CHECK(load_program(with_grid("@", "12  5    ")).blank == ' ');
  CHECK(to_line(load_program(with_grid("@", "12  5    ")).source_puzzle()).substr(0, 9) ==
        "12..5....");
  CHECK_FALSE(SolverProgram::load("@", "p"));
  CHECK_FALSE(SolverProgram::load("@\n\n\n\n\n\n\n\n\n\n#$region[0,0](9x8):ascii = grid", "p"));
}

TEST_CASE("program host: one host solves many, each from the start") {
  const auto puzzles = fungescope::test::data_lines("puzzles/norvig_hardest11.txt");
  const auto solutions = fungescope::test::data_lines("puzzles/norvig_hardest11.solutions.txt");
  const SolverProgram program = load_program(std::string(embedded_solver()));
  ProgramHost host(program, {});
  for (const std::size_t i : {0, 3, 0, 7}) {
    const SolveResult answer = host.solve(grid_from_line(puzzles[i]));
    CHECK(answer.status == SolveStatus::solved);
    CHECK(to_line(answer.solution) == solutions[i]);
  }
  const SolveResult first = host.solve(grid_from_line(puzzles[5]));
  CHECK(host.solve(grid_from_line(puzzles[5])).ticks == first.ticks);
  CHECK(host.solve(program.source_puzzle(), ProgramHost::PuzzleSource::program).status ==
        SolveStatus::solved);
}

TEST_CASE("program host: limits") {
  const SolverProgram program = load_file("loops");
  HostOptions options{.max_ticks = 1000};
  const SolveResult answer = ProgramHost(program, options).solve(Grid{});
  CHECK(answer.status == SolveStatus::max_ticks);
  CHECK(answer.ticks == 1000);
  CHECK(answer.reason == "no answer after 1000 ticks");
  const std::atomic<bool> interrupted{true};
  options.max_ticks = no_limit;
  options.interrupted = &interrupted;
  CHECK(ProgramHost(program, options).solve(Grid{}).status == SolveStatus::interrupted);
}

TEST_CASE("program host: the output and the grid must be the same") {
  // Prints the same row nine times, and leaves the grid alone.
  std::string printing = "~$";
  for (int y = 0; y < 9; ++y) printing += "\"987654321\",,,,,,,,,55+,";
  const SolverProgram program = load_program(with_grid(printing + "@", "000000000"));
  const SolveResult answer = ProgramHost(program, {}).solve(Grid{});
  CHECK(answer.status == SolveStatus::wrong);
  CHECK(contains(answer.reason, "the program printed 1234567891234567"));
  CHECK(contains(answer.reason, "but its grid holds ........"));
}
