// How `fungescope generate` ends when it cannot make all that was asked for.
#include "support/scratch.h"

#include <csignal>

#include "sudoku/cli/generate/generating.h"
#include <doctest/doctest.h>

using namespace fungescope::test;

namespace {

// Prints a puzzle, prints nothing, or never ends, by the seed.
std::string unreliable_program() {
  return printer(minimal_puzzle, "?") + "><\n";
}

ProcessResult in_shell(const std::string& before, const std::string& after) {
  return run_process({"/bin/sh", "-c", before + FUNGESCOPE_PROGRAM + " generate " + after});
}

}  // namespace

TEST_CASE("generate: Ctrl-C keeps what is done") {
  // Of seed 10, three candidates are puzzles before one that never ends.
  const Scratch scratch;
  const std::string program = scratch.file("unreliable.b93", unreliable_program());
  for (const std::string jobs : {"1", "2"}) {
    Process process(generate_arguments(
        {"--program", program, "--seed", "10", "--count", "1000", "--jobs", jobs}));
    std::string expected;
    for (int i = 0; i < 3; ++i) expected += minimal_puzzle + "\n";
    CHECK(process.read(expected.size()) == expected);
    process.signal(SIGINT);
    const ProcessResult outcome = process.finish();
    CHECK(outcome.exit_code == 130);
    CHECK(outcome.out.empty());  // nothing more
    CHECK(outcome.err.find("fungescope: interrupted: 3 of 1,000 puzzles made\n") !=
          std::string::npos);
  }
}

TEST_CASE("generate: Ctrl-C in an endless list") {
  const std::vector<std::string> list{"--seed", "1", "--clues", "45", "--count"};
  std::vector<std::string> endless = list;
  endless.emplace_back("1000000000000");
  Process process(generate_arguments(endless));
  const std::string first = process.read(3 * 82);
  process.signal(SIGINT);
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 130);
  CHECK(outcome.err.find(" of 1,000,000,000,000 puzzles made\n") != std::string::npos);
  std::vector<std::string> three = list;
  three.emplace_back("3");
  CHECK(generate(three).out == first);
}

TEST_CASE("generate: a reader that has enough") {
  Process process(generate_arguments({"--seed", "1", "--clues", "60", "--count", "100000000"}));
  (void)process.read(82);
  process.close_output();
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
}

TEST_CASE("generate: output that cannot be written") {
  const std::string list = "--seed 1 --clues 60 --count 3";
  for (const char* const lost : {" >/dev/full", " >&-"}) {
    const ProcessResult outcome = in_shell("", list + lost);
    CHECK(outcome.exit_code == 4);
    CHECK(outcome.err.find("fungescope: <stdout>: ") == 0);
    CHECK(outcome.err.find("; puzzles are missing\n") != std::string::npos);
  }
  const Scratch scratch;
  CHECK(in_shell("cd " + scratch.folder() + "; ulimit -f 0; ", list + " >out").exit_code == 4);
  // Messages never matter.
  CHECK(in_shell("", "--clues 60 --stats 2>&-").exit_code == 0);
  CHECK(in_shell("", "--clues 60 --stats 2>/dev/full").exit_code == 0);
}

TEST_CASE("generate: it gives up what cannot be") {
  const ProcessResult never = generate({"--seed", "1", "--clues", "70", "--level", "diabolical",
                                        "--count", "5", "--max-tries", "20"});
  CHECK(never.exit_code == 3);
  CHECK(never.out.empty());
  CHECK(never.err ==
        "fungescope: --level: of 20 candidates in a row, none is diabolical with 70 clues; 0 of 5 "
        "puzzles made; use another level or other --clues, or raise --max-tries\n");
}

TEST_CASE("generate: puzzles of a wrong program are rejected") {
  const Scratch scratch;
  std::string several = minimal_puzzle;
  several[3] = '.';
  const std::string wrong = scratch.file("wrong.b93", printer(several));
  const ProcessResult rejected =
      generate({"--program", wrong, "--seed", "1", "--max-tries", "7", "--stats=json"});
  CHECK(rejected.exit_code == 3);
  CHECK(rejected.out.empty());
  CHECK(rejected.err.find(wrong +
                          ": 7 of 7 candidates were rejected; the first: several "
                          "solutions: " +
                          several + "\n") != std::string::npos);
  CHECK(rejected.err.find(R"("rejections":{"several solutions":7})") != std::string::npos);
  CHECK(rejected.err.find(": 7 candidates in a row were rejected; 0 of 1 puzzle made; ") !=
        std::string::npos);
  // With other clues than those asked for.
  const std::string right = scratch.file("right.b93", printer(minimal_puzzle));
  CHECK(generate({"--program", right, "--seed", "1"}).exit_code == 0);
  CHECK(generate({"--program", right, "--seed", "1", "--clues", "24", "--max-tries", "3"})
            .exit_code == 3);
}
