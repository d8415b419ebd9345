// Grids of candidates: what is read of them, and when they are part of the puzzle.
#include <bit>

#include "sudoku/formats/reading.h"
#include <doctest/doctest.h>

using namespace fungescope::puzzles;
using test::read_all;
using test::read_lines;
using Lines = std::vector<std::string>;

namespace {

const std::string easy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

// The candidates of `easy`, as Simple Sudoku prints them.
const std::string simple_sudoku =
    " *--------------------------------------------------------------------*\n"
    " | 5      3      124    | 26     7      2468   | 1489   1249   248    |\n"
    " | 6      247    247    | 1      9      5      | 3478   234    2478   |\n"
    " | 12     9      8      | 23     34     24     | 13457  6      247    |\n"
    " |----------------------+----------------------+----------------------|\n"
    " | 8      125    1259   | 579    6      147    | 4579   2459   3      |\n"
    " | 4      25     2569   | 8      5      3      | 579    259    1      |\n"
    " | 7      15     1359   | 59     2      14     | 4589   459    6      |\n"
    " |----------------------+----------------------+----------------------|\n"
    " | 139    6      134579 | 357    35     7      | 2      8      4      |\n"
    " | 23     278    237    | 4      1      9      | 36     3      5      |\n"
    " | 123    1245   12345  | 2356   8      26     | 1346   7      9      |\n"
    " *--------------------------------------------------------------------*\n";

// The digits of `easy` and the cells with one candidate.
const std::string placed =
    "53..7....6..195....98....6.8...6...34..853..17...2...6.6...7284...419.35....8..79";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

Puzzle only_puzzle(const std::string& text) {
  CAPTURE(text);
  const auto records = read_all(text);
  REQUIRE(records.size() == 1);
  REQUIRE(records[0].puzzle);
  for (const std::size_t piece : {1, 7}) {
    const auto again = read_all(text, piece);
    REQUIRE(again.size() == 1);
    CHECK(again[0].line == records[0].line);
    CHECK(again[0].puzzle == records[0].puzzle);
  }
  return *records[0].puzzle;
}

// The marks of `simple_sudoku`.
PencilMarks marks_of(const std::string& text) {
  PencilMarks marks{};
  std::size_t cell = 0;
  bool in_cell = false;
  for (const char c : text) {
    const bool digit = c >= '1' && c <= '9';
    if (in_cell && !digit) ++cell;
    in_cell = digit;
    if (digit) marks[cell] |= static_cast<CandidateMask>(1U << static_cast<unsigned>(c - '1'));
  }
  REQUIRE(cell == cell_count);
  return marks;
}

std::string sukaku_of(const PencilMarks& marks, char blank) {
  std::string text;
  for (const CandidateMask mask : marks) {
    for (unsigned digit = 0; digit < 9; ++digit) {
      text += (mask >> digit & 1U) != 0 ? static_cast<char>('1' + digit) : blank;
    }
  }
  return text;
}

// `text` has the puzzle of `simple_sudoku`.
void check_sample(const std::string& text) {
  CHECK(only_puzzle(text) == puzzle_of(marks_of(simple_sudoku)));
}

}  // namespace

TEST_CASE("candidate grids: as Simple Sudoku and HoDoKu print them") {
  check_sample(simple_sudoku);
  CHECK(to_line(only_puzzle(simple_sudoku).grid) == placed);
  std::string hodoku = replaced(simple_sudoku, " *-", ".-");
  hodoku = replaced(hodoku, "-*\n", "-.\n");
  hodoku = replaced(replaced(hodoku, " |-", ":-"), "-|\n", "-:\n");
  hodoku = replaced(hodoku, "----------------------+", "----------------------+");
  hodoku.replace(hodoku.rfind(".-"), 1, "'");
  hodoku.replace(hodoku.rfind("-.") + 1, 1, "'");
  check_sample(hodoku);
  check_sample(replaced(hodoku, "|", "│"));
  check_sample("the state of things\n" + simple_sudoku);
  CHECK(read_all("the state of things\n" + simple_sudoku)[0].line == 3);
}

TEST_CASE("candidate grids: rules of 81 characters are not puzzles") {
  for (const std::string corner : {"*", ".", "'", "+"}) {
    const std::string rule = corner + std::string(79, '-') + corner + "\n";
    check_sample(rule + simple_sudoku + rule);
  }
  for (const std::size_t width : {60, 72, 81, 99}) {
    const std::string rule = "." + std::string(width - 2, '-') + ".\n";
    check_sample(rule + simple_sudoku + rule);
  }
}

TEST_CASE("candidate grids: groups without a drawing, on nine lines or one") {
  std::string bare;
  for (const char c : simple_sudoku) bare += c == '|' || c == '*' || c == '+' ? ' ' : c;
  check_sample(bare);
  bare = replaced(bare, "-", " ");
  check_sample(bare);
  check_sample(replaced(bare, "\n", " "));
  check_sample(replaced(replaced(bare, "\n", "\r\n"), "  ", "\t"));
}

TEST_CASE("candidate grids: .sdx, with digits of the player") {
  std::string sdx;
  for (const char c : simple_sudoku) sdx += c == '|' || c == '*' || c == '+' || c == '-' ? ' ' : c;
  sdx = replaced(sdx, " 4      1      9 ", " u4 1 u9 ");
  check_sample(sdx);
}

TEST_CASE("candidate grids: 729 characters") {
  const PencilMarks marks = marks_of(simple_sudoku);
  for (const char blank : {'.', '0', '_'}) check_sample(sukaku_of(marks, blank));
  check_sample(sukaku_of(marks, '.') + " # rated 3.0\n");
  check_sample("puzzle,note\n\"" + sukaku_of(marks, '.') + "\",x\n");
  std::string groups = sukaku_of(marks, '.');
  for (std::size_t i = 80; i > 0; --i) groups.insert(9 * i, " ");
  check_sample(groups);
}

TEST_CASE("candidate grids: candidates that the digits leave anyway are no part of the puzzle") {
  std::string all;
  for (const char c : easy) all += std::string(c == '.' ? "123456789" : std::string(1, c)) + " ";
  const Puzzle puzzle = only_puzzle(all);
  CHECK(to_line(puzzle.grid) == easy);
  CHECK(puzzle.marks == nullptr);
  // Blanks stand for all candidates.
  std::string blanks;
  for (std::size_t i = 0; i < 81; ++i) {
    blanks += std::string(easy[i] == '.' && i % 5 == 0 ? "123456789" : std::string(1, easy[i]));
    blanks += i % 9 == 8 ? "\n" : " ";
  }
  CHECK(only_puzzle(blanks) == puzzle);
}

TEST_CASE("candidate grids: one elimination makes them part of the puzzle") {
  PencilMarks marks{};
  for (std::size_t i = 0; i < 81; ++i) {
    marks[i] = easy[i] == '.'
                   ? all_candidates
                   : static_cast<CandidateMask>(1U << static_cast<unsigned>(easy[i] - '1'));
  }
  CHECK(puzzle_of(marks).marks == nullptr);
  marks[2] &= static_cast<CandidateMask>(~(1U << 3U));  // r1c3 is not 4, which is the solution
  const Puzzle puzzle = puzzle_of(marks);
  CHECK(to_line(puzzle.grid) == easy);
  REQUIRE(puzzle.marks);
  CHECK(*puzzle.marks == marks);
}

TEST_CASE("candidate grids: what is wrong, with line and column") {
  const std::string not_candidate = "; a cell is the digits 1 to 9 that are left in it, as in 147";
  CHECK(read_lines(replaced(simple_sudoku, "2468 ", "2x68 ")) ==
        Lines{"t:2:42: \"x\" is not a candidate" + not_candidate});
  CHECK(read_lines(replaced(simple_sudoku, " 134579", " 137459")) ==
        Lines{"t:10:18: the candidates of a cell must be in ascending order" + not_candidate});
  CHECK(read_lines(replaced(simple_sudoku, " 13457 ", "       ")) ==
        Lines{"t:4: the row has 8 cells, not 9; each cell is one group of candidates"});
  std::string short_grid = simple_sudoku;
  short_grid.erase(short_grid.find(" | 123    1245"), 73);
  CHECK(read_lines(short_grid) ==
        Lines{"t:2: the grid has 8 rows, not 9; a puzzle is one line of 81 cells or nine lines of "
              "nine"});
  std::string sukaku = sukaku_of(marks_of(simple_sudoku), '.');
  CHECK(read_lines(sukaku.substr(1)) == Lines{"t:1:1: the line has 728 cells, not 81 or 729"});
  sukaku[20] = '7';
  CHECK(read_lines(sukaku) == Lines{"t:1:21: \"7\" is where cell 3 has its candidate 3; a cell is "
                                    "nine characters, each its digit or a blank"});
}

TEST_CASE("candidate grids: a malformed one does not affect the others") {
  const auto records = read_all(replaced(simple_sudoku, "2468 ", "2x68 ") + "\n" + simple_sudoku);
  REQUIRE(records.size() == 2);
  CHECK_FALSE(records[0].puzzle);
  REQUIRE(records[1].puzzle);
  CHECK(*records[1].puzzle == puzzle_of(marks_of(simple_sudoku)));
  CHECK(records[1].line == 16);
}

TEST_CASE("candidate grids: digits that determine the puzzle are enough") {
  const auto digits = [](const Puzzle& puzzle) {
    return digits_alone(puzzle, {"t", 3}, "use less");
  };
  const Puzzle sample = puzzle_of(marks_of(simple_sudoku));
  REQUIRE(sample.marks == nullptr);
  CHECK(digits(sample) == sample.grid);
  Puzzle fewer = sample;
  fewer.marks = std::make_shared<const PencilMarks>(marks_of(simple_sudoku));
  CHECK(digits(fewer) == sample.grid);
  fewer.grid.cells.fill(0);
  const auto needed = digits(fewer);
  REQUIRE_FALSE(needed);
  CHECK(to_string(needed.error()) ==
        "t:3: this puzzle needs its candidates: its digits alone have several solutions; use less");
}
