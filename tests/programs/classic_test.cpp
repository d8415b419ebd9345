// tests/programs/classic.b93: its answers, and that it changes grid, rlatter, pspace and rstack as
// the classic does, Mikescher's sudoku.b93 (GitHub, Mikescher/BefungePrograms), cell after cell. It
// differs in the end of a puzzle without a solution: the classic then takes back level 1, the
// givens included, and solves an empty grid.
//
// A line of tests/data/programs/classic.txt is a puzzle, its solution, and what was recorded from a
// run of the classic: the number of changes of the regions' cells, and the hash of their x, y and
// new value.
#include "base/hash.h"
#include "programs/program_run.h"
#include "support/test.h"

namespace {

constexpr const char* classic = "../tests/programs/classic.b93";

class Changes final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t before,
                std::int64_t now) override {
    const auto& regions = loaded_program(classic).annotations.regions;
    if (before == now || std::none_of(regions.begin(), regions.end(), [&](const Region& region) {
          return region.area.contains(at);
        })) {
      return;
    }
    ++count;
    for (const std::int64_t value : {at.x, at.y, now}) hasher.add_signed(value);
  }

  std::size_t count = 0;
  Hasher hasher;
};

// Solves a puzzle of 81 cells, blanks as dots, in place of the one that is drawn.
ProgramRun solve_classic(const std::string& puzzle, Observer* observer = nullptr) {
  const Program program = loaded_program(classic);
  Machine machine(program.playfield);
  const Point corner = program.annotations.regions.front().area.corner;
  for (std::size_t i = 0; i < puzzle.size(); ++i) {
    const auto cell = static_cast<std::int64_t>(i);
    machine.field.set({corner.x + cell % 9, corner.y + cell / 9},
                      puzzle[i] == '.' ? ' ' : puzzle[i]);
  }
  StringInput input("");
  StringOutput output;
  const StopReason stopped = Engine().run(machine, {input, output}, 100'000'000, observer);
  return {stopped, machine.tick, std::move(output.text)};
}

}  // namespace

TEST_CASE("classic.b93: the answers and all changes are the classic's, in its order") {
  const Lines kept = data_lines("programs/classic.txt");
  CHECK(kept.size() == 8);
  for (const std::string& line : kept) {
    std::istringstream fields(line);
    std::string puzzle;
    std::string solution;
    fields >> puzzle >> solution;
    CAPTURE(puzzle);
    Changes changes;
    const ProgramRun run = solve_classic(puzzle, &changes);
    CHECK(run.stopped == StopReason::ended);
    CHECK(run.output == printed_grid(solution));
    CHECK(fmt::format("{} {} {} {:016x}", puzzle, solution, changes.count,
                      changes.hasher.value()) == line);
  }
}

TEST_CASE("classic.b93: the puzzle that is drawn in it is one of the collections'") {
  const ProgramRun run = run_program(classic, "");
  CHECK(run.stopped == StopReason::ended);
  CHECK(run.output == printed_grid(data_lines("puzzles/norvig_top95.solutions.txt").at(43)));
}

TEST_CASE("classic.b93: a puzzle without a solution ends, with equal digits at once") {
  std::string equal_digits(81, '.');
  equal_digits[0] = equal_digits[8] = '5';
  // The last cell of row 1 has no candidate.
  const std::string no_candidate = "12345678.........9" + std::string(63, '.');
  const std::string undone_guesses =
      "..53....48......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
  for (const std::string& puzzle : {equal_digits, no_candidate, undone_guesses}) {
    CAPTURE(puzzle);
    const ProgramRun run = solve_classic(puzzle);
    CHECK(run.stopped == StopReason::ended);
    CHECK(run.output == "no solution\n");
  }
}
