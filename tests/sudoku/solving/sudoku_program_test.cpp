// sudoku.b93 as a Befunge program: alone on the machine, without its host.
#include "jit/tier/engine.h"
#include "lang/dialect.h"
#include "lang/loader.h"
#include "vm/io.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "sudoku/solving/bitmask_solver.h"
#include "sudoku/solving/data_files.h"
#include "sudoku/solving/grid.h"
#include "sudoku/solving/program_host.h"
#include <doctest/doctest.h>

namespace fungescope::puzzles {
namespace {

struct Run {
  StopReason stopped = StopReason::ended;
  Tick ticks = 0;
  std::string output;
};

Run run(std::string input, std::string_view dialect = "wide", Observer* observer = nullptr) {
  LoadOptions options;
  options.dialect = find_dialect(dialect).value();
  Program program = load(embedded_solver(), options).value();
  MachineOptions machine_options;
  machine_options.dialect = options.dialect;
  Machine machine(std::move(program.playfield), machine_options);
  StringInput bytes(std::move(input));
  StringOutput output;
  Run result;
  result.stopped = Engine().run(machine, {bytes, output}, 100'000'000, observer);
  result.ticks = machine.tick;
  result.output = std::move(output.text);
  return result;
}

// 81 digits as the program prints them.
std::string printed(std::string_view line) {
  std::string text;
  for (std::size_t y = 0; y < 9; ++y) text += std::string(line.substr(y * 9, 9)) + '\n';
  return text;
}

struct Cost {
  double mean = 0;
  Tick most = 0;
};

// Solves a whole collection; every answer must be the known one.
Cost cost_of(const std::string& name) {
  const auto puzzles = test::lines_of(name + ".txt");
  const auto solutions = test::lines_of(name + ".solutions.txt");
  REQUIRE(puzzles.size() == solutions.size());
  Cost cost;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Run result = run(puzzles[i] + '\n');
    CAPTURE(puzzles[i]);
    CHECK(result.output == printed(solutions[i]));
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
    CHECK(run(with_blank(blank)).output == printed(easy_solved));
  }
  std::string spread;
  for (const char c : easy) spread += std::string(1, c) + "|\r\n\t";
  CHECK(run(spread).output == printed(easy_solved));
  CHECK(run(std::string(easy) + " 4 and no more is read 111").output == printed(easy_solved));
}

TEST_CASE("without input the puzzle in the grid is solved") {
  const Run result = run("");
  CHECK(result.stopped == StopReason::ended);
  CHECK(result.output.size() == 90);
  CHECK(run("\n\n").output == result.output);
}

TEST_CASE("input that ends too early is an invalid puzzle") {
  CHECK(run("5").output == "invalid puzzle\n");
  CHECK(run(std::string(easy.substr(0, 80))).output == "invalid puzzle\n");
}

TEST_CASE("contradicting givens and unsolvable puzzles are distinguished") {
  std::string twice(easy);
  twice[0] = '3';
  CHECK(run(twice).output == "invalid puzzle\n");
  std::string wrong(easy);
  wrong[0] = '5';  // contradicts nothing, but the solution has a 4 there
  REQUIRE(solve_with_bitmasks(grid_from_line(wrong)).count == 0);
  CHECK(run(wrong).output == "no solution\n");
}

TEST_CASE("no dialect warns about it") {
  const Run wide = run(std::string(easy));
  for (const char* dialect : {"befunexec", "strict"}) {
    const Run other = run(std::string(easy), dialect);
    CAPTURE(dialect);
    CHECK(other.stopped == StopReason::ended);
    CHECK(other.output == wide.output);
    CHECK(other.ticks == wide.ticks);
  }
}

TEST_CASE("cells of 32 bits are enough") {
  WidestValue observer;
  run(test::lines_of("norvig_top95.txt").front(), "wide", &observer);
  CHECK(observer.widest > 127);  // but the 8 bits of `bef` are not
  CHECK(observer.widest < std::int64_t{1} << 31U);
}

TEST_CASE("the source is printable") {
  const std::string_view source = embedded_solver();
  std::size_t column = 0;
  for (const char c : source) {
    column = c == '\n' ? 0 : column + 1;
    CHECK(column <= 160);
    const bool is_printable_value = c == '\n' || (c >= ' ' && c <= '~');
    CHECK(is_printable_value);
  }
  CHECK(source.find(" \n") == std::string_view::npos);  // no trailing blanks
}

}  // namespace fungescope::puzzles
