// Options of `fungescope generate` that are wrong, or contradict each other.
#include <string>
#include <vector>

#include "sudoku/cli/generate/generating.h"
#include <doctest/doctest.h>

using namespace fungescope::test;

TEST_CASE("generate: an option that cannot be met says what can") {
  struct Wrong {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::vector<Wrong> wrong{
      {{"--clues", "19"},
       "--clues: '19' is not a number of clues; use minimal, rows or a number from 20 to 80"},
      {{"--clues", "many"},
       "--clues: 'many' is not a number of clues; use minimal, rows or a number from 20 to 80"},
      {{"--level", "Hard"},
       "--level: there is no level 'Hard'; use one of easy, medium, hard, expert, diabolical"},
      {{"--symbols", "ABCDEFGH"}, "--symbols: there are 8 symbols; give 9, one for each digit"},
      {{"--symbols", "ABCDEFGHIJ"}, "--symbols: there are 10 symbols; give 9, one for each digit"},
      {{"--symbols", "ABCDEFGHA"}, "--symbols: 'A' is there twice; give 9 different characters"},
      {{"--format", "xml"},
       "--format: there is no format 'xml'; use one of auto, line, grid, pretty, csv, json"},
      {{"--engine", "fast"},
       "--engine: there is no engine 'fast'; use one of auto, reference, interpreter, jit"},
      {{"--program", "/does/not/exist"}, "/does/not/exist: there is no such file; check the path"},
  };
  for (const Wrong& usage : wrong) {
    CAPTURE(usage.message);
    const ProcessResult outcome = generate(usage.arguments);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err == "fungescope: " + usage.message + "\n");
  }
}

TEST_CASE("generate: numbers that are malformed, or out of range") {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--count", "0"},
           {"--count", "-1"},
           {"--count", "1e3"},
           {"--count", "1000000000001"},
           {"--count", ""},
           {"--seed", "18446744073709551616"},
           {"--seed", "0x1"},
           {"--jobs", "0"},
           {"--jobs", "1025"},
           {"--max-tries", "0"},
           {"--stats=xml"},
           {"--symbols", ""},
           {"--clues", ""},
           {"--level", ""},
           {"--format", ""},
           {"3"},
       }) {
    CAPTURE(arguments.front());
    const ProcessResult outcome = generate(arguments);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find("fungescope: ") == 0);
  }
}

TEST_CASE("generate: help") {
  const ProcessResult help = generate({"--help"});
  CHECK(help.exit_code == 0);
  for (const char* const option :
       {"--count", "--seed", "--clues", "--level", "--symbols", "--jobs", "Example: "}) {
    CHECK(help.out.find(option) != std::string::npos);
  }
}
