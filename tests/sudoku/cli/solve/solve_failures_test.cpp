// `fungescope solve` with input that cannot be solved.
#include "support/scratch.h"

#include <csignal>

#include "sudoku/cli/solve/solving.h"
#include <doctest/doctest.h>

using namespace fungescope::test;

namespace {

std::string program_path(const std::string& name) {
  return data_path("programs/" + name + ".b93");
}

void check_failure(const ProcessResult& outcome, int code, const std::string& message) {
  CAPTURE(outcome.out);
  CHECK(outcome.exit_code == code);
  CHECK(outcome.err == "fungescope: " + message + "\n");
}

}  // namespace

TEST_CASE("solve failures: one puzzle") {
  check_failure(solve({}, unsolvable), 10, "<stdin>:1: unsolvable: there is no solution");
  check_failure(solve({}, twice), 11,
                "<stdin>:1: invalid: the digit 1 is twice in row 1, at columns 1 and 2");
  check_failure(solve({"--unique"}, std::string(81, '.')), 12,
                "<stdin>:1: multiple: there is more than one solution");
  check_failure(solve({}, easy.substr(1)), 13,
                "<stdin>:1:1: the line has 80 cells, not 81; one is missing");
  CHECK(solve({"--format", "line"}, unsolvable).out == "unsolvable\n");
  CHECK(solve({"--unique"}, easy).exit_code == 0);
  CHECK(solve({}, std::string(81, '.')).exit_code == 0);
}

TEST_CASE("solve failures: the bit-mask solver reports the same") {
  const std::vector<std::string> by{"--solver", "reference", "--format", "line"};
  CHECK(solve(by, unsolvable).out == "unsolvable\n");
  CHECK(solve(by, twice).exit_code == 11);
  CHECK(solve({"--solver", "reference", "--unique"}, std::string(81, '.')).exit_code == 12);
}

TEST_CASE("solve failures: files") {
  const std::string expected = "expected puzzles of 81 cells on a line, or of nine lines of nine";
  check_failure(solve({"/does/not/exist"}), 2,
                "/does/not/exist: there is no such file; check the path");
  check_failure(solve({"/dev"}), 2, "/dev: this is a directory; name a file in it");
  check_failure(solve({"/dev/null"}), 13, "/dev/null: this is empty; " + expected);
  check_failure(solve({"/proc/self/exe"}), 13,
                "/proc/self/exe:1:5: this is binary, not text; " + expected);
  check_failure(solve({"/dev/zero"}), 13, "/dev/zero:1:1: this is binary, not text; " + expected);
  // The others are solved all the same.
  const ProcessResult mixed = solve({"/does/not/exist", "-"}, easy);
  CHECK(mixed.exit_code == 2);
  CHECK(mixed.out == easy_grid);
}

TEST_CASE("solve failures: endless lines") {
  const std::string expected = "expected puzzles of 81 cells on a line, or of nine lines of nine";
  for (const std::string text : {"7", "a", "53..7"}) {
    const ProcessResult outcome = run_process(
        {"/bin/sh", "-c", "yes '" + text + "' | tr -d '\\n' | " + FUNGESCOPE_PROGRAM + " solve"});
    CHECK(outcome.exit_code == 13);
    CHECK(outcome.err.find("<stdin>:1: the line is longer than 65536 bytes; " + expected) !=
          std::string::npos);
  }
  const ProcessResult words = run_process(
      {"/bin/sh", "-c", std::string("yes 'any words' | ") + FUNGESCOPE_PROGRAM + " solve"});
  CHECK(words.exit_code == 13);
  CHECK(words.err.find("there is no puzzle in the first 1000 lines") != std::string::npos);
}

TEST_CASE("solve failures: every third line of a batch is malformed") {
  const std::vector<std::string> broken{easy.substr(1),           "garbage", unsolvable, twice,
                                        easy.substr(0, 80) + "A", easy + "1"};
  std::string input;
  std::string expected;
  for (std::size_t i = 0; i < 60; ++i) {
    if (i % 3 != 2) {
      input += easy + "\n";
      expected += easy_solution + "\n";
      continue;
    }
    const std::size_t kind = i / 3 % broken.size();
    input += broken[kind] + "\n";
    expected += kind == 2 ? "unsolvable\n" : kind == 3 ? "invalid\n" : "malformed\n";
  }
  for (const std::string jobs : {"1", "4"}) {
    const ProcessResult outcome = solve({"--jobs", jobs}, input);
    CHECK(outcome.out == expected);
    CHECK(outcome.exit_code == 13);  // the first failure
    CHECK(outcome.err.find("<stdin>:3:1: the line has 80 cells") != std::string::npos);
    CHECK(outcome.err.find("<stdin>:6: this is not a puzzle") != std::string::npos);
    CHECK(outcome.err.find("<stdin>:9: unsolvable") != std::string::npos);
    CHECK(outcome.err.find("<stdin>:15:81: \"A\" is neither a digit") != std::string::npos);
  }
  CHECK(solve({}, easy + "\n" + unsolvable + "\n" + twice + "\n").exit_code == 10);
}

TEST_CASE("solve failures: programs with wrong answers") {
  const auto run = [](const std::string& name, const std::string& puzzle) {
    return solve({"--format", "line", "--max-ticks", "10000000", "--program", program_path(name)},
                 puzzle);
  };
  const ProcessResult lazy = run("does_nothing", easy);
  CHECK(lazy.exit_code == 1);
  CHECK(lazy.out == "wrong\n");
  CHECK(lazy.err ==
        "fungescope: <stdin>:1: wrong: at tick 1 the program ended with a grid that is not "
        "a solution: the puzzle is " +
            easy + ", the answer " + easy + "\n");
  // A program without input leaves a wrong grid if it finds no solution.
  CHECK(run("does_nothing", unsolvable).exit_code == 10);
  CHECK(run("does_nothing", twice).exit_code == 11);
  CHECK(run("does_nothing", easy_solution).exit_code == 0);

  CHECK(run("says_no", unsolvable).exit_code == 10);
  CHECK(run("says_no", twice).exit_code == 11);
  const ProcessResult no = run("says_no", easy);
  CHECK(no.exit_code == 1);
  CHECK(no.err.find("`no solution`, but there is one") != std::string::npos);

  CHECK(run("prints_on", easy).exit_code == 4);
  CHECK(run("prints_on", easy).out == "error\n");
  CHECK(run("loops", easy).exit_code == 3);
  CHECK(run("loops", easy).out == "max-ticks\n");
  CHECK(run("mumbles", easy).err.find("without an answer; it printed \"hm\"") != std::string::npos);
}

TEST_CASE("solve failures: programs that cannot be used") {
  CHECK(solve({"--program", program_path("no_region")}, easy).exit_code == 2);
  CHECK(solve({"--program", "/does/not/exist"}, easy).exit_code == 2);
  // It claims the method, and lacks the regions.
  const Scratch scratch;
  const std::string claims =
      scratch.file("claims.b93", data("programs/backtracker.b93") + "#$method = tallies\n");
  const ProcessResult unchecked = solve({"--check", "--program", claims}, easy);
  CHECK(unchecked.exit_code == 2);
  CHECK(unchecked.err.find("--check needs the region `rlatter` of 9x9 cells") != std::string::npos);
}

TEST_CASE("solve failures: wrong usage") {
  CHECK(solve({"--no-such-option"}).exit_code == 2);
  CHECK(solve({"--format", "poem"}).exit_code == 2);
  CHECK(solve({"--engine", "steam"}).exit_code == 2);
  CHECK(solve({"--solver", "oracle"}).exit_code == 2);
  CHECK(solve({"--jobs", "0"}).exit_code == 2);
  CHECK(solve({"--check", "--solver", "reference"}).exit_code == 2);
}

TEST_CASE("solve failures: Ctrl-C ends it and keeps finished results") {
  Process process(solve_arguments({"--stats=json", "--format", "line"}));
  process.write(easy + "\n");
  CHECK(process.read(82) == easy_solution + "\n");
  process.signal(SIGINT);
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 130);
  CHECK(outcome.err.find("\"puzzles\":1") != std::string::npos);

  Process busy(solve_arguments({"--program", program_path("loops"), "--format", "line"}));
  busy.write("no puzzle\n" + easy + "\n" + easy + "\n");
  CHECK(busy.read(10) == "malformed\n");
  busy.signal(SIGINT);
  CHECK(busy.finish().exit_code == 130);
}
