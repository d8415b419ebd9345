// `fungescope solve` where a transcript cannot show it: when results come, and statistics.
#include "support/test.h"

#include <csignal>

#include "sudoku/cli/solve/solving.h"
#include <nlohmann/json.hpp>

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
  CHECK(contains(solve({"--stats"}, easy).err, "1 puzzle, 1 solved"));
}

TEST_CASE("solve: Ctrl-C ends it and keeps finished results") {
  Process process(solve_arguments({"--stats=json", "--format", "line"}));
  process.write(easy + "\n");
  CHECK(process.read(82) == easy_solution + "\n");
  process.signal(SIGINT);
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 130);
  CHECK(contains(outcome.err, "\"puzzles\":1"));

  Process busy(solve_arguments({"--program", data_path("programs/loops.b93"), "--format", "line"}));
  busy.write("no puzzle\n" + easy + "\n" + easy + "\n");
  CHECK(busy.read(10) == "malformed\n");
  busy.signal(SIGINT);
  CHECK(busy.finish().exit_code == 130);
}

TEST_CASE("solve and rate: a line is answered before the next one comes") {
  for (const std::string command : {"solve", "rate"}) {
    Process process({FUNGESCOPE_PROGRAM, command, "--lines", "--jobs", "1"});
    process.write("no puzzle\n");
    CHECK(process.read(10) == "malformed\n");
    process.write("\n");
    CHECK(process.read(10) == "malformed\n");
    CHECK(process.finish().exit_code == 13);
  }
}

TEST_CASE("solve: with --lines and --exit-zero, Ctrl-C keeps its code") {
  Process busy({FUNGESCOPE_PROGRAM, "solve", "--lines", "--exit-zero", "--program",
                data_path("programs/loops.b93")});
  busy.write("no puzzle\n" + easy + "\n");
  CHECK(busy.read(10) == "malformed\n");
  busy.signal(SIGINT);
  CHECK(busy.finish().exit_code == 130);
}
