// sudoku.b93 as a Befunge program: alone on the machine, without its host.
#include "programs/program_run.h"
#include "support/test.h"
#include "vm/io.h"

namespace {

constexpr const char* solver = "sudoku/sudoku.b93";

ProgramRun solve(const std::string& input) {
  return run_program(solver, input, {.until = 100'000'000});
}

struct Cost {
  double mean = 0;
  Tick most = 0;
};

// Solves a whole collection; every answer must be the known one.
Cost cost_of(const std::string& name) {
  const auto puzzles = data_lines("puzzles/" + name + ".txt");
  const auto solutions = data_lines("puzzles/" + name + ".solutions.txt");
  REQUIRE(puzzles.size() == solutions.size());
  Cost cost;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const ProgramRun result = solve(puzzles[i] + '\n');
    CAPTURE(puzzles[i]);
    CHECK(result.output == printed_grid(solutions[i]));
    cost.mean += static_cast<double>(result.ticks) / static_cast<double>(puzzles.size());
    cost.most = std::max(cost.most, result.ticks);
  }
  return cost;
}

// The widest value that the program ever puts into a cell.
class WidestValue final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick /*tick*/, Point /*by*/, Point /*at*/, std::int64_t /*before*/,
                std::int64_t now) override {
    widest = std::max(widest, now < 0 ? -now : now);
  }
  std::int64_t widest = 0;
};

constexpr std::string_view easy =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
constexpr std::string_view easy_solved =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

std::string with_blank(char blank) {
  std::string line(easy);
  std::replace(line.begin(), line.end(), '.', blank);
  return line;
}

}  // namespace

TEST_CASE("the collections are solved within the documented ticks") {
  const Cost easy_cost = cost_of("norvig_easy50");
  CHECK(easy_cost.mean < 400'000);
  const Cost hard_cost = cost_of("norvig_top95");
  CHECK(hard_cost.mean < 1'600'000);
  CHECK(hard_cost.most < 7'500'000);
  CHECK(cost_of("norvig_hardest11").mean < 600'000);
}

TEST_CASE("every character for an unknown cell is accepted, and all others are skipped") {
  for (const char blank : {'0', '.', '_', '*', ' '}) {
    CAPTURE(blank);
    CHECK(solve(with_blank(blank)).output == printed_grid(easy_solved));
  }
  std::string spread;
  for (const char c : easy) spread += std::string(1, c) + "|\r\n\t";
  CHECK(solve(spread).output == printed_grid(easy_solved));
  CHECK(solve(std::string(easy) + " 4 and no more is read 111").output ==
        printed_grid(easy_solved));
}

TEST_CASE("input that ends too early is an invalid puzzle") {
  CHECK(solve("5").output == "invalid puzzle\n");
  CHECK(solve(std::string(easy.substr(0, 80))).output == "invalid puzzle\n");
}

TEST_CASE("cells of 32 bits are enough") {
  WidestValue observer;
  Machine machine(loaded_program(solver).playfield);
  StringInput input(data_lines("puzzles/norvig_top95.txt").front());
  StringOutput output;
  Engine().run(machine, {input, output}, 100'000'000, &observer);
  CHECK(observer.widest > 127);  // but the 8 bits of `bef` are not
  CHECK(observer.widest < std::int64_t{1} << 31U);
}
