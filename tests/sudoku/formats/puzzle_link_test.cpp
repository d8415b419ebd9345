// Links that hold a puzzle. The values of SudokuWiki are those of its published examples.
#include "sudoku/formats/lz_compress.h"
#include "sudoku/formats/reading.h"
#include <doctest/doctest.h>

using namespace fungescope::puzzles;
using test::compress_lz_string;
using test::read_all;
using test::read_lines;
using Lines = std::vector<std::string>;

namespace {

const std::string easy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string only_sudoku = "; only sudokus of 9 by 9 without further rules can be read";

std::string zeros(std::string text) {
  for (char& c : text) c = c == '.' ? '0' : c;
  return text;
}

Puzzle puzzle_at(const std::string& link) {
  CAPTURE(link);
  const auto records = read_all(link + "\n");
  REQUIRE(records.size() == 1);
  REQUIRE(records[0].puzzle);
  return *records[0].puzzle;
}

std::string f_puzzles_link(const std::string& json) {
  return "https://f-puzzles.com/?load=" +
         compress_lz_string(std::u16string(json.begin(), json.end()));
}

std::string f_puzzles_json(const std::string& members, const std::string& first_cell = "{}") {
  std::string grid;
  for (std::size_t i = 0; i < 81; ++i) {
    grid += i % 9 == 0 ? i == 0 ? "[" : "],[" : ",";
    const bool given = easy[i] != '.';
    grid += i == 0  ? first_cell
            : given ? std::string("{\"value\":") + easy[i] + ",\"given\":true}"
                    : "{}";
  }
  return "{\"size\":9,\"grid\":[" + grid + "]]" + members + "}";
}

// The message for a link, without the place.
std::string error_of(const std::string& link) {
  CAPTURE(link);
  const auto records = read_all(link);
  REQUIRE(records.size() == 1);
  REQUIRE_FALSE(records[0].puzzle);
  const auto& error = records[0].puzzle.error();
  return error.what + (error.advice.empty() ? "" : "; " + error.advice);
}

}  // namespace

TEST_CASE("links: 81 cells") {
  for (const std::string address :
       {"https://www.sudokuwiki.org/sudoku.htm?bd=", "sudokuwiki.org/Sudoku.htm?x=1&bd=",
        "https://sudokuexchange.com/play/?s=", "http://sudokuexchange.com/play/?d=3&s="}) {
    CHECK(puzzle_at(address + zeros(easy)) == Puzzle{grid_from_line(easy), nullptr});
    CHECK(puzzle_at(address + easy + "&d=3#top") == Puzzle{grid_from_line(easy), nullptr});
  }
  CHECK(read_lines("# one\nhttps://sudokuexchange.com/play/?s=" + easy + " hard\n" + easy + "\n") ==
        Lines{"2:" + easy, "3:" + easy});
}

TEST_CASE("links: SudokuWiki's candidates, version B") {
  // The Y-wing of its page, and the puzzle from its start.
  const Puzzle puzzle = puzzle_at(
      "https://www.sudokuwiki.org/sudoku.htm?bd=S9B2b0304050i0l2c0h0f089f022b060c040e9f069f0e0d2c08"
      "2g0n9h2d2b03090h0l0e0f040l050h0f2g0d2g092d090d0f2b2g05080n2d0e0b0g030a0f0i0d080c0h010b040i06"
      "0g050d0f0i0h0e0701020c");
  CHECK(to_line(puzzle.grid) ==
        ".3459..868.2.6345.6.54.8.....398.564.586.4.9.946..58..527316948381249675469857123");
  REQUIRE(puzzle.marks);
  CHECK((*puzzle.marks)[0] == 0b001000001);   // 1 and 7
  CHECK((*puzzle.marks)[1] == 0b000000100);   // the clue 3
  CHECK((*puzzle.marks)[10] == 0b101000001);  // 1, 7 and 9
}

TEST_CASE("links: SudokuWiki's candidates, first form") {
  const Puzzle puzzle = puzzle_at(
      "https://www.sudokuwiki.org/"
      "sudoku.htm?bd=vu4804032o1508g080030k10o888882647046888g06828060k10"
      "029k260b90478go003g0g95090b0b6a2c00g0bcg038ga8g9ao1506601oh847063a2ag288gg8g0626c082c2k20b15"
      "9818920k9ag9462044");
  REQUIRE(puzzle.marks);
  CHECK((*puzzle.marks)[0] == all_candidates);
  CHECK((*puzzle.marks)[1] == 0b001000100);  // 3 and 7
  CHECK(puzzle.grid.cells[2] == 2);
  CHECK(puzzle.grid.cells[3] == 1);
}

TEST_CASE("links: f-puzzles.com, as the site compresses them") {
  const std::string link =
      "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QEuACQFAJCBDQsMgWwAccRUyBXNACwHsAnBER"
      "kAOZcIAEwQBtcaABuZLM1wBWVAIjSYAOwRouCgL7IZchQgDMKtZu26YB4HbshZ83AHYL6rfB37DDv34AushSTsa4AGwe"
      "Vt42/vaGYS4IAIzRXj62ic4mSOnWvkbJ8MqClhlxAQn2wVKOObgoZZ4FWUW5ABz5sYXx8Um5Uc0xmQ617bhdwxW9VfXh"
      "CEOqLT1tfdkL8ObTrXrjA7gALN2jcxvFU8sjldUHZic3/Q2pD/r7z/DuO6vrtx8ATK81mcJosgXsQn9NktyrsQU9NoDv"
      "qdQfBLrCfkFIb87vBjsibri0gTCrimlcZsCocVShTduNfvMLuCQbivnTMajyRjRoFAnogA==";
  CHECK(puzzle_at(link) == Puzzle{grid_from_line(easy), nullptr});
  std::string escaped;
  for (const char c : link) escaped += c == '/' && escaped.size() > 40 ? "%2F" : std::string(1, c);
  CHECK(puzzle_at(escaped) == Puzzle{grid_from_line(easy), nullptr});
}

TEST_CASE("links: f-puzzles.com, givens and what is none") {
  const auto first = [](const std::string& cell) {
    return puzzle_at(f_puzzles_link(f_puzzles_json("", cell)));
  };
  CHECK(to_line(first(R"({"value":5,"given":true,"region":0})").grid) == easy);
  CHECK(to_line(first(R"({"value":"5","given":true})").grid) == easy);
  CHECK(first(R"({"value":5})").grid.cells[0] == 0);  // the player's
  CHECK(first(R"({"centerPencilMarks":[1,2]})").marks == nullptr);
  const Puzzle marked = first(R"({"givenPencilMarks":[1,2]})");
  CHECK(marked.grid.cells[0] == 0);
  REQUIRE(marked.marks);
  CHECK((*marked.marks)[0] == 0b11);
  CHECK(
      puzzle_at(f_puzzles_link(f_puzzles_json(
                    R"(,"title":"a","antiknight":false,"killercage":[],"highlightConflicts":true)",
                    R"({"value":5,"given":true})")))
          .marks == nullptr);
}

TEST_CASE("links: f-puzzles.com, puzzles of other rules") {
  const auto with = [](const std::string& members, const std::string& cell = "{}") {
    return error_of(f_puzzles_link(f_puzzles_json(members, cell)));
  };
  CHECK(with(R"(,"killercage":[{"cells":["R1C1","R1C2"],"value":"8"}])") ==
        "the puzzle has the constraint 'killercage'" + only_sudoku);
  CHECK(with(R"(,"antiknight":true)") ==
        "the puzzle has the constraint 'antiknight'" + only_sudoku);
  CHECK(with("", R"({"region":4})") ==
        "r1c1 of the puzzle is in an irregular region" + only_sudoku);
  CHECK(with("", R"({"value":10,"given":true})") ==
        "r1c1 of the puzzle has a given that is not 1 to 9" + only_sudoku);
  CHECK(with("", R"({"givenPencilMarks":[0]})") ==
        "r1c1 of the puzzle has a pencil mark that is not 1 to 9" + only_sudoku);
  CHECK(with("", "3") == "r1c1 of the puzzle is not an object" + only_sudoku);
  CHECK(error_of(f_puzzles_link(R"({"size":6,"grid":[[],[],[],[],[],[]]})")) ==
        "the puzzle has 6 rows, not 9" + only_sudoku);
  CHECK(error_of(f_puzzles_link(R"({"grid":[[],[],[],[],[],[],[],[],[]]})")) ==
        "row 1 of the puzzle does not have 9 cells" + only_sudoku);
}

TEST_CASE("links: what is wrong, with line and column") {
  CHECK(read_lines("https://sudokuexchange.com/play/?s=" + easy.substr(1)) ==
        Lines{"t:1:36: the link has 80 cells, not 81; copy the whole link"});
  CHECK(read_lines("\nhttps://www.sudokuwiki.org/sudoku.htm?bd=53?" + easy.substr(3)) ==
        Lines{"t:2:44: \"?\" is neither a digit nor a blank; a cell is 1 to 9, or one of . 0 _ * - "
              "x X"});
  CHECK(read_lines("https://f-puzzles.com/?id=abc") ==
        Lines{"t:1:23: this link has no load=, which holds a puzzle; share the puzzle again, or "
              "copy its 81 cells"});
  CHECK(read_lines("https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANC") ==
        Lines{"t:1:29: the puzzle in this link is damaged; copy the whole link"});
  CHECK(read_lines("https://f-puzzles.com/?load=" + compress_lz_string(u"{")) ==
        Lines{"t:1:29: this link holds no puzzle of f-puzzles.com; export it again"});
  CHECK(error_of("https://www.sudokuwiki.org/killersudoku.htm?bd=" + zeros(easy)) ==
        "this link is of another kind of puzzle" + only_sudoku);
  CHECK(error_of("https://www.sudokuwiki.org/sudoku.htm?bd=J9B" + std::string(324, '0')) ==
        "this link is of another kind of puzzle, or of another version; copy the 81 cells of a "
        "sudoku in place of it");
  std::string packed(162, '0');
  packed[31] = 'z';
  CHECK(read_lines("https://www.sudokuwiki.org/sudoku.htm?bd=" + packed) ==
        Lines{"t:1:72: cell 16 of the link cannot be read; copy the link again"});
  CHECK(read_lines("https://www.sudokuwiki.org/sudoku.htm?bd=S9Bzz" + packed.substr(2)) ==
        Lines{"t:1:45: cell 1 of the link cannot be read; copy the link again"});
}

TEST_CASE("links: a malformed one does not affect the lines after it") {
  CHECK(read_lines(
            "https://sudokuexchange.com/play/?s=12\nhttps://sudokuexchange.com/play/?s=" + easy +
            "\n" + easy) == Lines{"t:1:36: the link has 2 cells, not 81; copy the whole link",
                                  "2:" + easy, "3:" + easy});
}
