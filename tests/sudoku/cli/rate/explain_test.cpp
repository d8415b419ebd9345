// `fungescope explain`, as users run it.
#include <algorithm>
#include <csignal>

#include "sudoku/cli/rate/rating.h"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope::test;

namespace {

ProcessResult explain(const std::vector<std::string>& arguments, std::string_view input = "") {
  return fungescope_command("explain", arguments, input);
}

const std::string first_step =
    "r1c1 = 3: hidden single in box 1, since 3 is ruled out of r3c1 and r3c2 by r3c4, and of r1c3 "
    "and r2c3 by r8c3";

}  // namespace

TEST_CASE("explain: every step, then the rating") {
  const ProcessResult outcome = explain({pair_puzzle});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out.find("  1. 1.2     " + first_step + "\n") == 0);
  CHECK(
      outcome.out.find(" 21. 3.4     r7c2 loses 4 and 9; r7c4 loses 4: hidden pair, since 1 and 5 "
                       "have no other places in row 7 than r7c2 and r7c4\n") != std::string::npos);
  CHECK(outcome.out.find("\nrating 3.4, hard: hidden pair; 58 steps\n") != std::string::npos);
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 59);
}

TEST_CASE("explain: a puzzle from standard input, a file, or several") {
  const std::string expected = explain({pair_puzzle}).out;
  CHECK(explain({}, pair_puzzle).out == expected);
  CHECK(explain({"-"}, pair_puzzle).out == expected);
  const std::string easy = explain({easy_puzzle}).out;
  const ProcessResult both = explain({}, pair_puzzle + "\n" + easy_puzzle + "\n");
  CHECK(both.out == expected + "\n" + easy);
}

TEST_CASE("explain: one hint, in three strengths") {
  CHECK(explain({"--next=where", pair_puzzle}).out == "look in box 1\n");
  CHECK(explain({"--next=technique", pair_puzzle}).out ==
        "look in box 1: hidden single in a box\n");
  CHECK(explain({"--next=step", pair_puzzle}).out == first_step + "\n");
  CHECK(explain({"--next", pair_puzzle}).out == first_step + "\n");
  // A puzzle in progress.
  CHECK(explain({"--next=where", "3" + pair_puzzle.substr(1)}).out == "look in box 2\n");
}

TEST_CASE("explain: the ticks at which sudoku.b93 knew each step") {
  const ProcessResult outcome = explain({"--ticks", pair_puzzle});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out.find("  1. 1.2     tick ") == 0);
  CHECK(outcome.out.find(first_step) == 31);
  const std::string hint = explain({"--ticks", "--next", pair_puzzle}).out;
  CHECK(hint.find(first_step + "\nsudoku.b93 knew it at tick ") == 0);
}

TEST_CASE("explain: json has one object a step") {
  const ProcessResult outcome = explain({"--format", "json", "--ticks", pair_puzzle});
  CHECK(outcome.exit_code == 0);
  std::vector<nlohmann::json> steps;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = outcome.out.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    steps.push_back(nlohmann::json::parse(outcome.out.substr(begin, end - begin)));
  }
  REQUIRE(steps.size() == 58);
  CHECK(steps[0]["step"] == 1);
  CHECK(steps[0]["rating"] == 1.2);
  CHECK(steps[0]["technique"] == "hidden single in a box");
  CHECK(steps[0]["place"] == nlohmann::json{{"row", 1}, {"column", 1}, {"digit", 3}});
  CHECK(steps[0]["text"] == first_step);
  const std::uint64_t end = std::stoull(solver_ticks(pair_puzzle));
  for (const auto& step : steps) {
    CHECK(step["tick"] > 0);
    CHECK(step["tick"] < end);
  }
  CHECK(steps[20]["eliminate"] == nlohmann::json::parse(R"([{"row":7,"column":2,"digits":[4,9]},
                                  {"row":7,"column":4,"digits":[4]}])"));
  CHECK(explain({"--format", "json", "--next=where", pair_puzzle}).out ==
        "{\"hint\":\"look in box 1\"}\n");
}

TEST_CASE("explain: a solved grid, and puzzles without one solution") {
  const ProcessResult solved = explain(
      {"534678912672195348198342567859761423426853791713924856961537284287419635345286179"});
  CHECK(solved.exit_code == 0);
  CHECK(solved.out == "the grid is solved\n");
  const ProcessResult several = explain({std::string(81, '.')});
  CHECK(several.exit_code == 12);
  CHECK(several.err == "fungescope: the puzzle: multiple: there is more than one solution\n");
  CHECK(explain({unsolvable_puzzle}).exit_code == 10);
  CHECK(explain({"55" + std::string(79, '.')}).exit_code == 11);
}

TEST_CASE("explain: usage") {
  const ProcessResult unknown = explain({"/does/not/exist"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err == "fungescope: /does/not/exist: there is no such file; check the path\n");
  const ProcessResult cut = explain({pair_puzzle.substr(1)});
  CHECK(cut.exit_code == 13);
  CHECK(cut.err == "fungescope: the puzzle: the line has 80 cells, not 81; one is missing\n");
  const ProcessResult format = explain({"--format", "csv", pair_puzzle});
  CHECK(format.exit_code == 2);
  CHECK(format.err == "fungescope: --format: there is no format 'csv'; use one of text, json\n");
  CHECK(explain({"--next=all", pair_puzzle}).exit_code == 2);
  const std::string program = FUNGESCOPE_PROGRAM;
  CHECK(run_process({"/bin/sh", "-c", program + " explain >/dev/full"}, easy_puzzle).exit_code ==
        4);
}

TEST_CASE("explain: Ctrl-C while it waits for the next puzzle") {
  Process process({FUNGESCOPE_PROGRAM, "explain", "--next=where"});
  process.write(pair_puzzle + "\n");
  CHECK(process.read(14) == "look in box 1\n");
  process.signal(SIGINT);
  CHECK(process.finish().exit_code == 130);
}
