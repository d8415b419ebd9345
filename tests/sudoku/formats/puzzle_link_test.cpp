// Links of f-puzzles.com, from the JSON that they hold. Other links are among the samples.
#include "support/test.h"

#include "sudoku/formats/lz_compress.h"
#include "sudoku/formats/puzzle_line.h"
#include "sudoku/formats/reading.h"

using namespace fungescope::puzzles;
using namespace fungescope::puzzles::test;
using fungescope::puzzles::test::compress_lz_string;

namespace {

const std::string easy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string only_sudoku = "; only sudokus of 9 by 9 without further rules can be read";

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

// Decompression of lz-string's format, against its own output and a compressor.

namespace {

constexpr std::size_t no_limit_here = 1'000'000;

}  // namespace

TEST_CASE("lz-string: what the library itself compresses") {
  for (const auto& [text, compressed] :
       {std::pair(u"hello, hello, hello", "BYUwNmD2A0AEoRvcUg=="), std::pair(u"aaaaaaaaaa", "IY1o"),
        std::pair(u"é—\U0001F600x", "JeFAJLwbgAewHkA="), std::pair(u"", "Q===")}) {
    CHECK(decompress_lz_string(compressed, no_limit_here) == text);
    CHECK(compress_lz_string(text) == compressed);
  }
}

TEST_CASE("lz-string: compressed and decompressed") {
  Random random(30);
  for (int round = 0; round < 200; ++round) {
    const std::uint64_t alphabet = round % 3 == 0 ? 3 : round % 3 == 1 ? 100 : 3000;
    std::u16string text;
    for (std::uint64_t left = random.next() % 400; left > 0; --left) {
      text += static_cast<char16_t>(1 + random.next() % alphabet);
    }
    CHECK(decompress_lz_string(compress_lz_string(text), no_limit_here) == text);
  }
}

TEST_CASE("lz-string: text that is cut short, or is something else") {
  const std::string whole = compress_lz_string(u"a puzzle, or what was one");
  for (std::size_t length = 0; length + 4 < whole.size(); ++length) {
    CHECK_FALSE(decompress_lz_string(whole.substr(0, length), no_limit_here));
  }
  CHECK_FALSE(decompress_lz_string("", no_limit_here));
  CHECK_FALSE(decompress_lz_string("~", no_limit_here));
  CHECK_FALSE(decompress_lz_string("////", no_limit_here));  // a code without a string
}

TEST_CASE("lz-string: the result is bounded") {
  const std::string small = compress_lz_string(std::u16string(20'000, u'0'));
  CHECK(small.size() < 500);
  CHECK(decompress_lz_string(small, 20'000)->size() == 20'000);
  CHECK_FALSE(decompress_lz_string(small, 19'999));
}
