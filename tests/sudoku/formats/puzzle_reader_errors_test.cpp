// Errors for malformed puzzles, and reading on after them.
#include "sudoku/formats/reading.h"
#include <doctest/doctest.h>

using namespace fungescope::puzzles;
using namespace std::string_literals;
using test::read_lines;
using Lines = std::vector<std::string>;

namespace {

const std::string easy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string nine =
    "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n"
    "....8..79\n";
const std::string blanks = "; a cell is 1 to 9, or one of . 0 _ * - x X";
const std::string expected = "; expected puzzles of 81 cells on a line, or of nine lines of nine";
const std::string good = "1:" + easy;

Lines read_in_pieces(const std::string& text) {
  Lines lines = read_lines(text);
  CHECK(read_lines(text, 1) == lines);
  CHECK(read_lines(text, 50) == lines);
  return lines;
}

}  // namespace

TEST_CASE("reader errors: lines of the wrong length") {
  CHECK(read_in_pieces(easy.substr(1)) ==
        Lines{"t:1:1: the line has 80 cells, not 81; one is missing"});
  CHECK(read_in_pieces(easy + "1") == Lines{"t:1:1: the line has 82 cells, not 81; remove one"});
  CHECK(read_in_pieces(easy.substr(0, 60)) ==
        Lines{"t:1:1: the line has 60 cells, not 81; 21 are missing"});
  CHECK(read_in_pieces(easy + easy) == Lines{"t:1:1: the line has 162 cells, not 81; remove 81"});
}

TEST_CASE("reader errors: invalid characters") {
  std::string text = easy;
  text[10] = 'A';
  CHECK(read_in_pieces(text) == Lines{"t:1:11: \"A\" is neither a digit nor a blank" + blanks});
  text[10] = '\xe9';
  CHECK(read_in_pieces(text) == Lines{"t:1:11: byte 0xe9 is neither a digit nor a blank" + blanks});
  text.replace(10, 1, "é");
  CHECK(read_in_pieces(text) == Lines{"t:1:11: \"é\" is neither a digit nor a blank" + blanks});
}

TEST_CASE("reader errors: a malformed line does not affect the others") {
  CHECK(read_in_pieces(easy + "\n" + easy.substr(2) + "\n" + easy) ==
        Lines{good, "t:2:1: the line has 79 cells, not 81; 2 are missing", "3:" + easy});
  CHECK(read_in_pieces("hello\n" + easy + "\nworld\n" + easy) ==
        Lines{"t:1: this is not a puzzle" + expected, "2:" + easy,
              "t:3: this is not a puzzle; a puzzle is 81 cells: 1 to 9, and . or 0 for unknown",
              "4:" + easy});
  CHECK(read_in_pieces(easy + "\n12345\n" + easy) ==
        Lines{good, "t:2: the line has 5 cells, not 81; 76 are missing", "3:" + easy});
  // Cut short in the first line already.
  CHECK(read_in_pieces(easy.substr(0, 9) + "\n" + easy + "\n") ==
        Lines{"t:1: the grid has 1 row, not 9; a puzzle is one line of 81 cells or nine lines of "
              "nine",
              "2:" + easy});
  CHECK(read_in_pieces(easy + "\n\1\2\n" + easy) ==
        Lines{good, "t:2:1: this is binary, not text", "3:" + easy});
}

TEST_CASE("reader errors: lines before the first puzzle are reported, except one number") {
  CHECK(read_in_pieces("123\n" + easy + "\n") == Lines{"2:" + easy});
  CHECK(read_in_pieces("abc\n12\n123\n" + easy + "\n") ==
        Lines{"t:1: this is not a puzzle" + expected, "t:3: this is not a puzzle" + expected,
              "4:" + easy});
}

TEST_CASE("reader errors: malformed rows") {
  std::string text = nine;
  text.erase(10, 1);  // one cell of row 2
  CHECK(read_in_pieces(text + "\n" + nine) ==
        Lines{"t:2: the row has 8 cells, not 9", "11:" + easy});
  text = nine;
  text[12] = 'Q';
  CHECK(read_in_pieces(text + nine) ==
        Lines{"t:2:3: \"Q\" is neither a digit nor a blank" + blanks, "10:" + easy});
  text = nine;
  text.replace(20, 9, "oh, well!");
  CHECK(read_in_pieces(text + nine) ==
        Lines{"t:3: this is not a row of nine cells" + blanks, "10:" + easy});
}

TEST_CASE("reader errors: a separator among positional cells") {
  std::string text = nine;
  for (char& c : text) c = c == '.' ? ' ' : c;
  text[1] = ';';
  CHECK(read_in_pieces(text) == Lines{"t:1: the row has 2 cells, not 9"});
}

TEST_CASE("reader errors: bytes that are not text, inside a grid") {
  std::string text = nine;
  text[23] = '\x02';
  CHECK(read_in_pieces(text + nine) == Lines{"t:3:4: this is binary, not text", "10:" + easy});
}

TEST_CASE("reader errors: a row too few or too many") {
  const std::string wrong = ", not 9; a puzzle is one line of 81 cells or nine lines of nine";
  const std::string eight = nine.substr(10);
  CHECK(read_in_pieces(eight) == Lines{"t:1: the grid has 8 rows" + wrong});
  CHECK(read_in_pieces(eight + "\n" + nine) ==
        Lines{"t:1: the grid has 8 rows" + wrong, "10:" + easy});
  CHECK(read_in_pieces("Grid 01\n" + eight + "Grid 02\n" + nine) ==
        Lines{"t:2: the grid has 8 rows" + wrong, "11:" + easy});
  // Three rows only: the next grid is not pulled in.
  CHECK(read_in_pieces(nine.substr(0, 30) + "\n" + nine) ==
        Lines{"t:1: the grid has 3 rows" + wrong, "5:" + easy});
  CHECK(read_in_pieces(nine + "1........\n\n" + nine) ==
        Lines{good, "t:10: the grid has 1 row" + wrong, "12:" + easy});
}

TEST_CASE("reader errors: tables") {
  CHECK(read_in_pieces("id,puzzle\n1," + easy + "\n2\n3,\"" + easy + "\n4," + easy.substr(1) +
                       "\n5," + easy) ==
        Lines{"2:" + easy,
              // NOLINTNEXTLINE(bugprone-suspicious-missing-comma)
              "t:3: the line has 1 field, and the puzzle should be in field 2; the header says "
              "which",
              "t:4:3: the quote is not closed on this line; add a `\"` at the end of the field",
              "t:5:3: the line has 80 cells, not 81; one is missing", "6:" + easy});
  CHECK(read_in_pieces("id,puzzle\n1,\n") == Lines{"t:2:3: the puzzle's field is empty"});
}

TEST_CASE("reader errors: no puzzle at all") {
  CHECK(read_in_pieces("") == Lines{"t: this is empty" + expected});
  CHECK(read_in_pieces("\n\n") == Lines{"t: there is no puzzle in this text" + expected});
  CHECK(read_in_pieces("# only a comment\n") ==
        Lines{"t: there is no puzzle in this text" + expected});
  CHECK(read_in_pieces("\nhello, world\n") ==
        Lines{"t:2: there is no puzzle in this text" + expected});
  CHECK(read_in_pieces("\x7f"
                       "ELF\2\1\1\0\0\0"s) == Lines{"t:1:5: this is binary, not text" + expected});
  CHECK(read_in_pieces("id,puzzle\n") == Lines{"t: there is no puzzle in this text" + expected});
}

TEST_CASE("reader errors: XML") {
  CHECK(read_in_pieces("<a>\n<b></a>").at(0).substr(0, 37) ==
        "t:2:6: this is not well-formed XML (s");
  CHECK(read_in_pieces("<a/>") ==
        Lines{"t: the XML holds no puzzle; expected OpenSudoku's form: <game data=\"...\"/>"});
  std::string cells = "version: 1\n";
  for (int i = 0; i < 80; ++i) cells += "0|-|1|";
  CHECK(read_in_pieces("<game data='" + cells + "'/>").at(0).find("do not make 81 cells") !=
        std::string::npos);
}

TEST_CASE("reader errors: endless input is rejected early, in bounded memory") {
  const std::string piece(1 << 16, '\0');
  const auto pieces_until_stopped = [](const std::string& bytes, int limit) {
    PuzzleReader reader("t");
    int count = 0;
    for (; count < limit && !reader.stopped(); ++count) reader.feed(bytes);
    return count;
  };
  CHECK(pieces_until_stopped(std::string(1 << 16, '\0'), 10) <= 2);
  CHECK(pieces_until_stopped(std::string(1 << 16, 'a'), 10) <= 2);
  CHECK(pieces_until_stopped(std::string(1 << 16, '1'), 10) <= 2);
  CHECK(pieces_until_stopped("<" + std::string(1 << 20, 'a'), 100) <= 65);
  CHECK(pieces_until_stopped("some words\nand more\n", 10000) == 500);
}

TEST_CASE("reader errors: XML of more elements than it has puzzles ends the reading early") {
  PuzzleReader reader("t");
  std::string tags;
  for (int i = 0; i < 10'000; ++i) tags += "<a>";
  std::size_t fed = 0;
  while (!reader.stopped() && fed < PuzzleReader::xml_limit) {
    reader.feed(tags);
    fed += tags.size();
  }
  CHECK(fed < 4 * PuzzleReader::max_xml_items);
  const auto record = reader.next();
  REQUIRE(record);
  REQUIRE_FALSE(record->puzzle);
  CHECK(
      to_string(record->puzzle.error()) ==
      "t: the XML has more than 2500000 elements and attributes; split it, or convert it to lines "
      "of 81 cells");
}
