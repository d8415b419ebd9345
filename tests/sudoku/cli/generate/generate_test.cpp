// `fungescope generate`, as users run it.
#include <algorithm>
#include <set>

#include "sudoku/cli/generate/generating.h"
#include "sudoku/solving/bitmask_solver.h"
#include "sudoku/solving/grid.h"
#include "sudoku/techniques/rating.h"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope;
using namespace fungescope::test;

namespace {

int solutions_of(const puzzles::Grid& grid) {
  return puzzles::solve_with_bitmasks(grid).count;
}

bool is_minimal_puzzle(const std::string& line) {
  puzzles::Grid grid = puzzles::grid_from_line(line);
  if (line.size() != 81 || solutions_of(grid) != 1) return false;
  return std::all_of(grid.cells.begin(), grid.cells.end(), [&grid](std::uint8_t& cell) {
    if (cell == 0) return true;
    const std::uint8_t clue = std::exchange(cell, std::uint8_t{0});
    const bool needed = solutions_of(grid) == 2;
    cell = clue;
    return needed;
  });
}

}  // namespace

TEST_CASE("generate: minimal puzzles, the same for any number of jobs") {
  const std::string count = FUNGESCOPE_SANITIZED ? "12" : "100";
  const std::vector<std::string> wanted{"--count", count, "--seed", "4", "--clues", "minimal"};
  auto with_jobs = [&wanted](const std::string& jobs) {
    std::vector<std::string> arguments = wanted;
    arguments.insert(arguments.end(), {"--jobs", jobs});
    return generate(arguments);
  };
  const ProcessResult one = with_jobs("1");
  CHECK(one.exit_code == 0);
  CHECK(one.err.empty());
  const std::vector<std::string> lines = lines_in(one.out);
  CHECK(std::to_string(lines.size()) == count);
  CHECK(std::set<std::string>(lines.begin(), lines.end()).size() == lines.size());
  for (const std::string& line : lines) {
    CAPTURE(line);
    CHECK(is_minimal_puzzle(line));
  }
  CHECK(with_jobs("2").out == one.out);
  CHECK(with_jobs("3").out == one.out);
  CHECK(generate(wanted).out == one.out);
}

TEST_CASE("generate: a longer list begins with the shorter one") {
  const auto list = [](const std::string& count, const std::string& seed) {
    return generate({"--count", count, "--seed", seed, "--clues", "40", "--format", "line"}).out;
  };
  const std::string five = list("5", "7");
  CHECK(lines_in(five).size() == 5);
  CHECK(list("2", "7") == five.substr(0, 2 * 82));
  CHECK(list("2", "8") != five.substr(0, 2 * 82));
}

TEST_CASE("generate: levels, as rate judges them") {
  for (const std::string level : {"easy", "medium", "hard", "expert", "diabolical"}) {
    CAPTURE(level);
    const std::vector<std::string> arguments{"--count", "2", "--seed", "4", "--level", level};
    const ProcessResult made = generate(arguments);
    CHECK(made.exit_code == 0);
    REQUIRE(lines_in(made.out).size() == 2);
    const ProcessResult rated =
        run_process({FUNGESCOPE_PROGRAM, "rate", "--format", "json"}, made.out);
    for (const std::string& line : lines_in(rated.out)) {
      CHECK(nlohmann::json::parse(line)["level"] == level);
    }
  }
}

TEST_CASE("generate: the clues asked for") {
  const auto clues_of = [](const std::string& clues) {
    const std::string line = generate({"--seed", "2", "--format", "line", "--clues", clues}).out;
    return 81 - std::count(line.begin(), line.end(), '.');
  };
  CHECK(clues_of("rows") == 27);
  CHECK(clues_of("30") == 30);
  CHECK(clues_of("80") == 80);
}

TEST_CASE("generate: formats") {
  const std::string line = generate({"--seed", "3", "--format", "line"}).out;
  std::string rows;
  for (std::size_t y = 0; y < 9; ++y) rows += line.substr(y * 9, 9) + "\n";
  CHECK(generate({"--seed", "3"}).out == rows);
  CHECK(generate({"--seed", "3", "--format", "grid"}).out == rows);
  const std::string two = generate({"--seed", "3", "--count", "2"}).out;
  CHECK(two.substr(0, 82) == line);
  const std::string grids = generate({"--seed", "3", "--count", "2", "--format", "grid"}).out;
  CHECK(grids.substr(0, 92) == rows + "\n" + two.substr(82, 1));
  const std::string pretty = generate({"--seed", "3", "--format", "pretty"}).out;
  CHECK(lines_in(pretty).size() == 13);
  CHECK(pretty.find(line.substr(0, 1) + " " + line.substr(1, 1) + " " + line.substr(2, 1) + " ") !=
        std::string::npos);

  const std::vector<std::string> csv = lines_in(generate({"--seed", "3", "--format", "csv"}).out);
  REQUIRE(csv.size() == 2);
  CHECK(csv[0] == "puzzle,solution,clues,level,rating,hardest,seed,ticks");
  CHECK(csv[1].substr(0, 82) == line.substr(0, 81) + ",");
  CHECK(std::count(csv[1].begin(), csv[1].end(), ',') == 7);
  CHECK(generate({"--seed", "3", "--format", "csv", "--no-header"}).out == csv[1] + "\n");

  const auto json =
      nlohmann::json::parse(generate({"--seed", "3", "--format", "json", "--level", "hard"}).out);
  const std::string puzzle = json["puzzle"];
  const puzzles::Grid grid = puzzles::grid_from_line(puzzle);
  CHECK(puzzles::is_solution_of(puzzles::grid_from_line(std::string(json["solution"])), grid));
  CHECK(json["clues"] == 81 - std::count(puzzle.begin(), puzzle.end(), '.'));
  CHECK(json["level"] == "hard");
  CHECK(json["rating"] == techniques::solve_by_techniques(grid).rating / 10.0);
  // The seed is that of the program's run.
  const ProcessResult run = run_process(
      {FUNGESCOPE_PROGRAM, "run", "--seed", std::string(json["seed"]), "@setter"}, "1 minimal\n");
  CHECK(run.out == puzzle + "\n");
}

TEST_CASE("generate: symbols in every format") {
  const std::vector<std::string> base{"--seed", "3", "--clues", "36"};
  const auto with = [&base](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return generate(more);
  };
  std::string expected = with({"--format", "line"}).out;
  for (char& c : expected) c = c >= '1' && c <= '9' ? static_cast<char>(c - '1' + 'A') : c;
  CHECK(with({"--format", "line", "--symbols", "ABCDEFGHI"}).out == expected);
  const auto json = nlohmann::json::parse(with({"--format", "json", "--symbols", "αβγδεζηθι"}).out);
  CHECK(std::string(json["solution"]).size() == 81 * 2);
  // A comma is quoted in csv, and a quote doubled.
  const std::string csv = with({"--format", "csv", "--no-header", "--symbols", ",\"3456789"}).out;
  CHECK(csv.front() == '"');
  CHECK(csv.find("\"\"") != std::string::npos);
  const std::string drawn = with({"--format", "pretty", "--symbols", "ABCDEFGHI"}).out;
  CHECK(drawn.find_first_of("123456789") == std::string::npos);
}

TEST_CASE("generate: statistics") {
  const ProcessResult text = generate({"--count", "2", "--seed", "9", "--level", "medium",
                                       "--clues", "36", "--stats", "--jobs", "1"});
  CHECK(text.err.find("fungescope: 2 puzzles of ") == 0);
  CHECK(text.err.find(" of other levels, 0 rejected, in ") != std::string::npos);
  CHECK(text.err.find("; seed 9; ") != std::string::npos);
  const ProcessResult json = generate({"--count", "2", "--seed", "9", "--level", "medium",
                                       "--clues", "36", "--stats=json", "--jobs", "2"});
  CHECK(json.out == text.out);
  const auto stats = nlohmann::json::parse(json.err);
  CHECK(stats["tried"] == 2 + stats["other_levels"].get<int>());
  CHECK(stats["rejected"] == 0);
  CHECK(stats["ticks"] > 0);
  CHECK(stats["seed"] == 9);
}

TEST_CASE("generate: a seed at random is printed") {
  const ProcessResult made = generate({"--clues", "60"});
  CHECK(made.exit_code == 0);
  const std::string before = "fungescope: the seed is ";
  REQUIRE(made.err.find(before) == 0);
  const std::string seed = made.err.substr(before.size(), made.err.find(';') - before.size());
  CHECK(made.err == before + seed + "; --seed " + seed + " makes the same puzzles again\n");
  const ProcessResult again = generate({"--clues", "60", "--seed", seed});
  CHECK(again.out == made.out);
  CHECK(again.err.empty());
}
