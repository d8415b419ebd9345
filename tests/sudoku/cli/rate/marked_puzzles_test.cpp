// Puzzles whose candidates exclude more than their digits do, in `solve`, `rate` and `explain`.
#include "sudoku/cli/rate/rating.h"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope::test;

namespace {

// Two candidates a cell and no digit.
const std::string pairs =
    "45 39 34 16 78 28 19 18 25\n69 47 24 18 19 59 38 47 38\n14 39 89 37 14 12 35 16 57\n"
    "18 15 89 17 67 17 48 23 36\n24 12 36 18 45 35 17 59 17\n79 17 36 19 27 14 68 15 56\n"
    "39 16 19 25 34 57 25 28 24\n28 18 27 46 12 79 36 13 15\n37 47 25 12 18 67 16 79 59\n";
const std::string solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const std::string no_digits(81, '.');

// SudokuWiki's example of a Y-wing: with these digits, the candidates are no part of the puzzle.
const std::string wing_link =
    "https://www.sudokuwiki.org/"
    "sudoku.htm?bd=S9B2b0304050i0l2c0h0f089f022b060c040e9f069f0e0d2c082g0n"
    "9h2d2b03090h0l0e0f040l050h0f2g0d2g092d090d0f2b2g05080n2d0e0b0g030a0f0i0d080c0h010b040i060g050d"
    "0f"
    "0i0h0e0701020c";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("marked puzzles: a program is not asked for what its input cannot say") {
  const ProcessResult outcome = fungescope_command("solve", {"--format", "line"}, pairs);
  CHECK(outcome.exit_code == 13);
  CHECK(outcome.out == "malformed\n");
  CHECK(outcome.err ==
        "fungescope: <stdin>:1: this puzzle needs its candidates: its digits alone have several "
        "solutions; Befunge programs take digits only: use --solver reference, or `fungescope "
        "explain`\n");
  CHECK(
      fungescope_command("solve", {"--solver", "reference", "--format", "line", "--unique"}, pairs)
          .out == solution + "\n");
  // Other candidates in the first cell leave no solution.
  const std::string none = replaced(pairs, "45", "46");
  CHECK(fungescope_command("solve", {"--format", "line"}, none).out == "unsolvable\n");
  CHECK(fungescope_command("solve", {"--solver", "reference"}, none).exit_code == 10);
  CHECK(fungescope_command("explain", {}, none).exit_code == 10);
}

TEST_CASE("marked puzzles: digits that determine the puzzle are solved") {
  const ProcessResult outcome = fungescope_command("solve", {"--format", "line"}, wing_link);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out.size() == 82);
  CHECK(outcome.out ==
        fungescope_command("solve", {"--format", "line", "--solver", "reference"}, wing_link).out);
}

TEST_CASE("marked puzzles: rated from their candidates") {
  CHECK(
      fungescope_command("rate", {"--format", "csv"}, pairs).out ==
      "puzzle,rating,hardest,guesses,ticks,level,status,steps,uses\n" + no_digits +
          ",1.2,hidden single in a box,,,easy,rated,81,60 hidden single in a box; 21 last value\n");
  CHECK(
      fungescope_command("rate", {}, pairs).out.substr(81) ==
      " 1.2    easy, hidden single in a box; with its candidates; 60 x hidden single in a box, 21 "
      "x last value\n");
  const auto json =
      nlohmann::json::parse(fungescope_command("rate", {"--format", "json"}, pairs).out);
  CHECK(json["status"] == "rated");
  CHECK(json["ticks"].is_null());
  CHECK(json["guesses"].is_null());
}

TEST_CASE("marked puzzles: explained from their candidates") {
  const ProcessResult outcome = fungescope_command("explain", {"--next"}, pairs);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out ==
        "r3c1 = 1: hidden single in box 1, since 1 is ruled out of r1c1, r1c2, r1c3, r2c1, r2c2, "
        "r2c3, r3c2 and r3c3 by earlier eliminations\n");
  // A link, as the argument.
  CHECK(fungescope_command("explain", {"--next=technique", wing_link}).out ==
        "look in columns 4 and 8: skyscraper\n");
  const ProcessResult ticks = fungescope_command("explain", {"--ticks"}, pairs);
  CHECK(ticks.exit_code == 13);
  CHECK(ticks.err ==
        "fungescope: <stdin>:1: this puzzle needs its candidates: its digits alone have several "
        "solutions; Befunge programs take digits only: omit --ticks\n");
}
