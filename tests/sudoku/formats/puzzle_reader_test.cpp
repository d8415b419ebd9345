// Each format of docs/solving.md, as found in the wild.
#include "sudoku/formats/reading.h"
#include <doctest/doctest.h>

using namespace fungescope::puzzles;
using test::read_lines;
using Lines = std::vector<std::string>;

namespace {

const std::string easy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string easy_solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const std::string nine =
    "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n"
    "....8..79\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// The text holds the puzzle `easy` once, at `line`.
void check_easy(const std::string& text, int line = 1) {
  CAPTURE(text);
  for (const std::size_t piece : {1, 7, 100000}) {
    CHECK(read_lines(text, piece) == Lines{std::to_string(line) + ":" + easy});
  }
}

}  // namespace

TEST_CASE("reader: 81 characters, with every blank") {
  for (const std::string blank : {".", "0", "_", "*", "-", "x", "X", " "}) {
    check_easy(replaced(easy, ".", blank));
    check_easy(replaced(easy, ".", blank) + "\n");
  }
  std::string mixed = easy;
  mixed[2] = '0';
  mixed[3] = '_';
  mixed[5] = 'X';
  check_easy(mixed);
}

TEST_CASE("reader: 81 characters with comments and further fields") {
  check_easy(easy + " # easy");
  check_easy("  " + easy + "  ");
  check_easy(easy + "," + easy_solution);
  check_easy(easy + ";easy;5.1");
  check_easy(easy + "\t" + easy_solution + "\t17");
  check_easy("\"" + easy + "\"");
  check_easy("0000183b305c " + easy + "  1.2");  // the exchange bank
  check_easy("# a comment\n\n" + easy, 3);
  std::string spaced;
  for (const char c : easy) spaced += std::string(1, c) + " ";
  check_easy(spaced);
}

TEST_CASE("reader: many lines, in order, with their numbers") {
  CHECK(read_lines(easy + "\n\n# two\n" + easy + "\n" + easy_solution) ==
        Lines{"1:" + easy, "4:" + easy, "5:" + easy_solution});
}

TEST_CASE("reader: line ends and marks") {
  check_easy(replaced(nine, "\n", "\r\n"));
  check_easy(replaced(nine, "\n", "\r"));
  check_easy("\xef\xbb\xbf" + nine);
  check_easy(nine.substr(0, nine.size() - 1));
  check_easy(nine + "\x1a");
  CHECK(read_lines(easy + "\n\xef\xbb\xbf" + easy) == Lines{"1:" + easy, "2:" + easy});
}

TEST_CASE("reader: nine lines of nine") {
  for (const std::string blank : {".", "0", "_", "*", "-", "x", " "}) {
    check_easy(replaced(nine, ".", blank));
  }
  check_easy("my puzzle\n" + nine, 2);
  check_easy(replaced(nine, ".", ". "));
  std::string commas;
  for (const char c : nine) {
    commas += c == '.' ? '0' : c;
    if (c != '\n') commas += ',';
  }
  check_easy(commas);
  CHECK(read_lines(nine + nine) == Lines{"1:" + easy, "10:" + easy});
  CHECK(read_lines("\n" + nine + "\n\n" + nine) == Lines{"2:" + easy, "13:" + easy});
}

TEST_CASE("reader: spaces as blanks, those at the end trimmed") {
  std::string trimmed;
  std::string text = replaced(nine, ".", " ");
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    std::string line = text.substr(at, text.find('\n', at) - at);
    while (line.back() == ' ') line.pop_back();
    trimmed += line + "\n";
  }
  check_easy(trimmed);
  // A row of spaces only, first, last and between.
  const std::string empty = std::string(9, ' ') + "\n";
  const std::string row = " 1     2 \n";
  CHECK(read_lines(empty + row + empty + row + row + empty + row + row + empty) ==
        Lines{"1:" + std::string(9, '.') + ".1.....2." + std::string(9, '.') +
              ".1.....2..1.....2." + std::string(9, '.') + ".1.....2..1.....2." +
              std::string(9, '.')});
}

TEST_CASE("reader: empty lines between boxes") {
  std::string text = nine;
  text = text.substr(0, 30) + "\n\n" + text.substr(30, 30) + "\n" + text.substr(60);
  check_easy(text);
  check_easy(replaced(nine, "\n", "\n\n"));
}

TEST_CASE("reader: drawn grids") {
  const std::string rule = "+-------+-------+-------+\n";
  std::string drawn = rule;
  std::string wide = "+---+---+---+---+---+---+---+---+---+\n";
  std::string unicode = "┏━━━┳━━━┳━━━┓\n";
  std::string blank_drawn = rule;
  for (std::size_t y = 0; y < 9; ++y) {
    for (std::size_t x = 0; x < 9; ++x) {
      const std::string cell(1, easy[y * 9 + x]);
      const std::string shown(1, cell == "." ? ' ' : cell[0]);
      for (std::string* text : {&drawn, &blank_drawn}) {
        if (x % 3 == 0) text->append("| ");
        text->append(text == &drawn ? cell : shown).append(" ");
      }
      wide.append("| ").append(shown).append(" ");
      unicode.append(x % 3 == 0 ? "┃" : "").append(shown);
    }
    drawn += "|\n" + (y % 3 == 2 ? rule : "");
    wide += "|\n+---+---+---+---+---+---+---+---+---+\n";
    unicode += std::string("┃\n") + (y % 3 == 2 ? "┣━━━╋━━━╋━━━┫\n" : "");
    blank_drawn += "|\n" + (y % 3 == 2 ? rule : "");
  }
  check_easy(drawn, 2);
  check_easy(replaced(drawn, ".", "-"), 2);
  check_easy(wide, 2);
  check_easy(unicode, 2);
  check_easy(blank_drawn, 2);
}

TEST_CASE("reader: a program's drawings with the same rule as blank") {
  // Simple Sudoku (.ss), and rules of nine dashes.
  std::string simple = "*-----------*\n";
  std::string bare;
  for (std::size_t y = 0; y < 9; ++y) {
    const std::string row = easy.substr(y * 9, 9);
    simple += "|" + row.substr(0, 3) + "|" + row.substr(3, 3) + "|" + row.substr(6) + "|\n";
    if (y % 3 == 2) simple += y == 8 ? "*-----------*\n" : "|---+---+---|\n";
    bare += row + "\n" + (y % 3 == 2 ? "---------\n" : "");
  }
  check_easy(simple, 2);
  check_easy(replaced(simple, ".", "X"), 2);
  check_easy(bare);
  // Here a line of nine dashes is a row without givens.
  const std::string none = "---------\n";
  const std::string some = "-1-----2-\n";
  CHECK(read_lines(none + some + none + some + some + some + none + some + none)
            .at(0)
            .substr(0, 23) == "1:..........1.....2....");
}

TEST_CASE("reader: Project Euler, SadMan, SudoCue") {
  CHECK(read_lines("Grid 01\n" + replaced(nine, ".", "0") + "Grid 02\n" + nine) ==
        Lines{"2:" + easy, "12:" + easy});
  check_easy("[Puzzle]\n#ARuud\n#DA puzzle\n" + nine + "[State]\n" + replaced(nine, ".", "5"), 4);
  check_easy("[Options]\nsize=9\n[Puzzle]\n" + nine + "[PencilMarks]\n,,1,\n", 4);
  check_easy("#A somebody\n#L easy\n" + nine, 3);
  CHECK(read_lines(replaced(easy, ".", "0") + "\n" + easy) ==
        Lines{"1:" + easy, "2:" + easy});  // .sdm
}

TEST_CASE("reader: tables") {
  check_easy("quizzes,solutions\n" + easy + "," + easy_solution, 2);
  check_easy("id;Puzzle;clues\n7;" + easy + ";30\n", 2);
  check_easy("\"solution\",\"puzzle\"\r\n\"" + easy_solution + "\",\"" + easy + "\"\r\n", 2);
  check_easy("name\tsudoku\n\"a \"\"b\"\"\"\t" + easy, 2);
  check_easy("puzzle\n" + easy + "\n", 2);
  check_easy("note,puzzle\n\"one, two\"," + easy, 2);
}

TEST_CASE("reader: OpenSudoku") {
  const std::string zeros = replaced(easy, ".", "0");
  check_easy("<?xml version=\"1.0\"?>\n<opensudoku>\n<name>x</name>\n<game data=\"" + zeros +
                 "\"/>\n</opensudoku>",
             4);
  std::string cells = "version: 1\n";
  std::string shown = "version: 4\n";
  for (std::size_t i = 0; i < 81; ++i) {
    const bool given = easy[i] != '.';
    // The player's entries are not givens.
    cells += given ? easy[i] : easy_solution[i];
    cells += given ? "|-|0|" : "|-|1|";
    shown += zeros[i];
    shown += given ? "|0|0|0|" : "|0|0|1|";
  }
  check_easy("<opensudoku version=\"2\"><folder name=\"a\"><game data=\"" + cells +
             "\" note=\"\"/></folder></opensudoku>");
  check_easy("<opensudoku><game data=\"" + shown + "\"/></opensudoku>");
  CHECK(read_lines("<o>\n<game data='" + zeros + "'/>\n<game data='1'/><game data='" + easy +
                   "'/></o>") ==
        Lines{"2:" + easy, "t:3:2: the line has 1 cell, not 81; 80 are missing", "3:" + easy});
}
