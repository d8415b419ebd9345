// Options of `fungescope generate` that are wrong, or contradict each other.
#include "sudoku/cli/generate/generating.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope::test;

TEST_CASE("generate: an option that cannot be met says what can") {
  struct Wrong {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::vector<Wrong> wrong{
      {{"--clues", "19"},
       "--clues: '19' is no kind of clues; use minimal, rows or a number from 20 to 80"},
      {{"--clues", "many"},
       "--clues: 'many' is no kind of clues; use minimal, rows or a number from 20 to 80"},
      {{"--level", "Hard"},
       "--level: there is no level 'Hard'; use one of easy, medium, hard, expert, diabolical"},
      {{"--difficulty", "hard"},
       "--difficulty: there is no difficulty 'hard'; use one of simple, easy, intermediate, "
       "expert, any"},
      {{"--difficulty", "easy", "--level", "easy"},
       "--difficulty: it is another word for --level; give one of them"},
      {{"--symmetry", "rotate180"},
       "--symmetry: setter.b93 chooses each clue by itself, without symmetry; omit it, or make "
       "such puzzles with qqwing --generate --symmetry"},
      {{"--symmetry", "round"}, "--symmetry: there is no symmetry 'round'; use one of none"},
      {{"--kind", "magic"}, "--kind: there is no kind 'magic'; use one of sudoku, squares"},
      {{"--order", "16"}, "--order: there is no sudoku of order 16; use 9, 21, 25 or 27"},
      {{"--order", "25", "--kind", "sudoku"},
       "--order: setter.b93 makes sudokus of order 9 only; use --kind squares for others"},
      {{"--hide", "50"},
       "--hide: it is the share of hidden cells of --kind squares; use --clues for the number of "
       "clues"},
      {{"--order", "25", "--clues", "30"},
       "--clues: squares.b93 hides cells at random, whatever clues these leave; omit it, or use "
       "--kind sudoku"},
      {{"--kind", "squares", "--level", "easy"},
       "--level: squares.b93 hides cells at random, whatever clues these leave; omit it, or use "
       "--kind sudoku"},
      {{"--symbols", "ABCDEFGH"}, "--symbols: there are 8 symbols; give 9, one for each number"},
      {{"--symbols", "ABCDEFGHIJ"}, "--symbols: there are 10 symbols; give 9, one for each number"},
      {{"--symbols", "ABCDEFGHA"}, "--symbols: 'A' is there twice; give 9 different characters"},
      {{"--order", "25", "--symbols", "ABCDEFGHI"},
       "--symbols: there are 9 symbols; give 25, one for each number"},
      {{"--format", "xml"},
       "--format: there is no format 'xml'; use one of auto, line, grid, pretty, csv, json"},
      {{"--csv", "--one-line"},
       "--format: both line and csv are asked for; give one of --format, --one-line, --compact, "
       "--readable and --csv"},
      {{"--engine", "fast"},
       "--engine: there is no engine 'fast'; use one of auto, reference, interpreter, jit"},
      {{"--program", "/does/not/exist"}, "/does/not/exist: there is no such file; check the path"},
      {{"--kind", "squares", "--program", "@setter"},
       "@setter: the program declares no region `square` of 9 by 9 cells; use one that holds its "
       "square there, as @squares does"},
  };
  for (const Wrong& usage : wrong) {
    CAPTURE(usage.message);
    const ProcessResult outcome = generate(usage.arguments);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err == "fungescope: " + usage.message + "\n");
  }
}

TEST_CASE("generate: numbers that are none, or out of range") {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--count", "0"},
           {"--count", "-1"},
           {"--count", "1e3"},
           {"--count", "1000000000001"},
           {"--count", ""},
           {"--seed", "18446744073709551616"},
           {"--seed", "0x1"},
           {"--hide", "101", "--kind", "squares"},
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
  for (const char* const option : {"--count", "--seed", "--clues", "--level", "--difficulty",
                                   "--symbols", "--kind", "--order", "--jobs", "Example: "}) {
    CHECK(help.out.find(option) != std::string::npos);
  }
}
