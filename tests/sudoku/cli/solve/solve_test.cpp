// `fungescope solve` with solvable puzzles.
#include <algorithm>

#include "sudoku/cli/solve/solving.h"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope::test;

namespace {

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("solve: one puzzle is a grid, several are lines") {
  CHECK(solve({}, easy).out == easy_grid);
  CHECK(solve({"-"}, easy).out == easy_grid);
  CHECK(solve({}, easy_grid).out == easy_grid);
  const ProcessResult two = solve({}, easy + "\n" + easy + "\n");
  CHECK(two.out == easy_solution + "\n" + easy_solution + "\n");
  CHECK(two.err.empty());
  CHECK(two.exit_code == 0);
}

TEST_CASE("solve: the data files, for any number of threads") {
  for (const std::string name : {"norvig_easy50", "norvig_hardest11"}) {
    const std::string solutions = data("puzzles/" + name + ".solutions.txt");
    for (const std::string jobs : {"1", "4"}) {
      const ProcessResult outcome =
          solve({"--jobs", jobs, "--format", "line", data_path("puzzles/" + name + ".txt")});
      CHECK(outcome.out == solutions);
      CHECK(outcome.exit_code == 0);
    }
  }
  CHECK(solve({"--solver", "reference", data_path("puzzles/norvig_top95.txt")}).out ==
        data("puzzles/norvig_top95.solutions.txt"));
}

TEST_CASE("solve: many puzzles stay in order") {
  // Easy and hard in turn, so that threads overtake each other.
  std::string input;
  std::string expected;
  const std::string hard = data("puzzles/norvig_hardest11.txt").substr(0, 82);
  const std::string hard_solution = data("puzzles/norvig_hardest11.solutions.txt").substr(0, 82);
  for (int i = 0; i < 40; ++i) {
    input += hard + easy + "\n" + easy_solution + "\n";
    expected += hard_solution + easy_solution + "\n" + easy_solution + "\n";
  }
  CHECK(solve({"--jobs", "4"}, input).out == expected);
}

TEST_CASE("solve: nothing at standard input means the puzzle inside the program") {
  const std::string inside = solve({}, "").out;
  CHECK(count_lines(inside) == 9);
  CHECK(inside.size() == 90);
  const std::string command = std::string(FUNGESCOPE_PROGRAM) + " solve ";
  CHECK(run_process({"/bin/sh", "-c", command + "</dev/null"}).out == inside);
  CHECK(run_process({"/bin/sh", "-c", command + "<&-"}).out == inside);
  CHECK(solve({"--solver", "reference"}, "").out == inside);
  CHECK(solve({"--program", data_path("programs/backtracker.b93")}, "").out == easy_grid);
}

TEST_CASE("solve: output formats") {
  CHECK(solve({"--format", "line"}, easy).out == easy_solution + "\n");
  CHECK(solve({"--format", "grid"}, easy + "\n" + easy).out == easy_grid + "\n" + easy_grid);
  const std::string pretty = solve({"--format", "pretty"}, easy).out;
  CHECK(count_lines(pretty) == 13);
  CHECK(pretty.find('\x1b') == std::string::npos);  // no terminal, no colours
  CHECK(solve({"--format", "line"}, pretty).out == easy_solution + "\n");  // and read back
  const std::string csv = solve({"--format", "csv"}, easy + "\nnonsense\n").out;
  CHECK(csv.substr(0, csv.rfind(',', csv.find('\n', 40)) + 1) ==
        "puzzle,solution,status,ticks\n" + easy + "," + easy_solution + ",solved,");
  CHECK(csv.find("\n,,malformed,0\n") != std::string::npos);
  const auto json = nlohmann::json::parse(solve({"--format", "json"}, "\n" + easy).out);
  CHECK(json["file"] == "<stdin>");
  CHECK(json["line"] == 2);
  CHECK(json["puzzle"] == easy);
  CHECK(json["solution"] == easy_solution);
  CHECK(json["status"] == "solved");
  CHECK(json["ticks"].get<std::uint64_t>() > 0);
}

TEST_CASE("solve: results come before the input ends") {
  Process process(solve_arguments({"--jobs", "2"}));
  process.write(easy + "\n" + easy + "\n");
  const std::string line = easy_solution + "\n";
  CHECK(process.read(2 * line.size()) == line + line);
  process.write(easy + "\n");
  CHECK(process.read(line.size()) == line);
  const ProcessResult rest = process.finish();
  CHECK(rest.out.empty());
  CHECK(rest.exit_code == 0);
}

TEST_CASE("solve: with a format named, even the first result comes if the input stays open") {
  Process process(solve_arguments({"--format", "line"}));
  process.write(easy + "\n");
  CHECK(process.read(82) == easy_solution + "\n");
}

TEST_CASE("solve: the output does not depend on when the input comes") {
  Process one(solve_arguments({}));
  one.write(easy + "\n");
  CHECK(one.wait_for_idle());
  CHECK(one.finish().out == easy_grid);
  Process two(solve_arguments({}));
  two.write(easy + "\n");
  CHECK(two.wait_for_idle());
  two.write(easy + "\n");
  CHECK(two.finish().out == easy_solution + "\n" + easy_solution + "\n");
}

TEST_CASE("solve: a second puzzle that never ends does not delay the first") {
  // An unsolvable one that backtracker.b93 does not finish in practice.
  const std::string hard = data("puzzles/norvig_top95.txt").substr(0, 82);
  Process process(solve_arguments({"--program", data_path("programs/backtracker.b93")}));
  process.write(easy + "\n" + hard);
  CHECK(process.read(82) == easy_solution + "\n");
}

TEST_CASE("solve: a closed output ends it quietly") {
  Process process(solve_arguments({"--solver", "reference"}));
  std::string many;
  for (int i = 0; i < 300; ++i) many += easy + "\n";
  process.write(many);
  process.read(82);
  process.close_output();
  process.write(many);
  const ProcessResult outcome = process.finish();
  CHECK(outcome.err.empty());
  CHECK(outcome.exit_code == 0);
}

TEST_CASE("solve: both kinds of programs, checked and not") {
  const std::string two = easy + "\n" + easy_solution + "\n";
  for (const std::string name : {"backtracker", "backtracker_reading", "backtracker_mapped"}) {
    const ProcessResult outcome = solve({"--program", data_path("programs/" + name + ".b93")}, two);
    CHECK(outcome.out == easy_solution + "\n" + easy_solution + "\n");
    CHECK(outcome.exit_code == 0);
    // Of another method than the reference solver's, the answers are checked.
    const ProcessResult answers =
        solve({"--check", "--program", data_path("programs/" + name + ".b93")}, two);
    CHECK(answers.out == outcome.out);
    CHECK(answers.exit_code == 0);
    CHECK(answers.err.starts_with("checked: 2 puzzles, answers only, all right; "));
    CHECK(answers.err.find(name + ".b93 does not claim the reference solver's method "
                                  "(#$method = tallies), so its changes are not compared\n") !=
          std::string::npos);
  }
  // It leaves a wrong grid: it has no way to say that there is no solution.
  const ProcessResult hopeless =
      solve({"--check", "--program", data_path("programs/backtracker.b93")}, unsolvable);
  CHECK(hopeless.exit_code == 10);
  CHECK(hopeless.err.find("answers only, all right, but 1 without a solution, which the program "
                          "cannot say; ") != std::string::npos);
  const ProcessResult mumbles =
      solve({"--check", "--program", data_path("programs/does_nothing.b93")}, easy);
  CHECK(mumbles.exit_code == 1);
  CHECK(mumbles.err.find("checked: 1 puzzle, answers only, 1 wrong; ") != std::string::npos);
  const ProcessResult checked = solve({"--check"}, two);
  CHECK(checked.exit_code == 0);
  CHECK(checked.err.substr(0, 20) == "checked: 2 puzzles, ");
  CHECK(checked.err.find(" changes, all the same\n") != std::string::npos);
  const ProcessResult some =
      solve({"--check", "--format", "line"}, two + "nonsense\n55" + easy.substr(2));
  CHECK(some.out == easy_solution + "\n" + easy_solution + "\nmalformed\ninvalid\n");
  CHECK(some.err.find("checked: 3 puzzles, ") != std::string::npos);
  CHECK(solve({"--check", "--max-ticks", "100"}, easy).err.find("checked: 0 puzzles, for no run") !=
        std::string::npos);
}

TEST_CASE("solve: statistics") {
  const ProcessResult outcome =
      solve({"--stats=json", "--jobs", "3"}, easy + "\nx\n" + easy + "\n");
  const auto last = outcome.err.rfind("\n{");  // the line after the error
  REQUIRE(last != std::string::npos);
  const auto stats = nlohmann::json::parse(outcome.err.substr(last));
  CHECK(stats["ticks_by_tier"]["reference"] == 0);
  CHECK(stats["puzzles"] == 3);
  CHECK(stats["solved"] == 2);
  CHECK(stats["jobs"] == 3);
  CHECK(stats["ticks"].get<double>() == 2 * stats["ticks_mean"].get<double>());
  CHECK(stats["ticks_median"] == stats["ticks_max"]);
  for (const char* name : {"seconds", "ticks_per_second", "puzzles_per_second"}) {
    CHECK(stats[name].get<double>() > 0);
  }
  CHECK(solve({"--stats"}, easy).err.find("1 puzzle, 1 solved") != std::string::npos);
}
