// Tests malformed annotations: each is a warning at its column and otherwise ignored.
#include "lang/annotations.h"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;

namespace {

std::string warning_of(std::string_view line) {
  const AnnotationScan scan = scan_annotations(LineReader(line, LineEndings::any), "t");
  CHECK(scan.annotations.watches.empty());
  CHECK(scan.annotations.regions.empty());
  CHECK(scan.annotations.breakpoints.empty());
  CHECK(scan.annotations.replacements.empty());
  if (scan.warnings.size() != 1) return "not one warning";
  return to_string(scan.warnings[0]);
}

std::string warning_of_second(std::string_view text) {
  const AnnotationScan scan = scan_annotations(LineReader(text, LineEndings::any), "t");
  return scan.warnings.size() == 1 ? to_string(scan.warnings[0]) : "not one warning";
}

const std::string board_form = "; the form is #$board[3x3](WxH):pieces = region";
const std::string watch_form = "; the form is #$watch[x,y]:type = name";
const std::string region_form = "; the form is #$region[x,y](WxH):encoding = name";
const std::string array_form = "; the form is ARRAY [x,y] (W=9;H=9) name // encoding";
const std::string watch_ignored = "this #$watch is ignored: ";

}  // namespace

TEST_CASE("a malformed watch names the expected part and its column") {
  const auto check = [](std::string_view line, int column, const std::string& what) {
    CHECK(warning_of(line) ==
          "t:1:" + std::to_string(column) + ": " + watch_ignored + what + watch_form);
  };
  check("#$watch", 8, "expected '[', not the end");
  check("#$watch   ", 11, "expected '[', not the end");
  check("#$watch (1,2):int = x", 9, "expected '[', not '('");
  check("#$watch[a,2]:int = x", 9, "expected a number for x, not 'a'");
  check("#$watch[-1,2]:int = x", 9, "expected a number for x, not '-'");
  check("#$watch[1;2]:int = x", 10, "expected ',', not ';'");
  check("#$watch[1, ]:int = x", 12, "expected a number for y, not ']'");
  check("#$watch[1,2:int = x", 12, "expected ']', not ':'");
  check("#$watch[1,2] = x", 14, "expected ':', not '='");
  check("#$watch[1,2]: = x", 15, "expected a type, not '='");
  check("#$watch[1,2]:int x", 18, "expected '=', not 'x'");
  check("#$watch[1,2]:int =", 19, "expected a name, not the end");
  check("#$watch[1,2]:int = a ::", 24, "expected a name, not the end");
  check("#$watch[1,2]:int = ::a", 20, "expected a name, not ':'");
  check("#$watch[1,2]:int = \"a", 20, "the quoted name has no closing quote");
  check("#$watch[1,2]:int = \"  \"", 20, "the name is empty");
}

TEST_CASE("a character of several bytes is shown whole") {
  CHECK(warning_of("#$watch\xc3\xa9") ==
        "t:1:8: " + watch_ignored + "expected '[', not '\xc3\xa9'" + watch_form);
}

TEST_CASE("an escape sequence in a source does not reach the terminal") {
  CHECK(warning_of("#$watch\x1b[2J") ==
        "t:1:8: " + watch_ignored + "expected '[', not '\\x1b'" + watch_form);
}

TEST_CASE("an unknown type is named, with the known ones") {
  CHECK(warning_of("#$watch[1,2]:itn = x") ==
        "t:1:14: " + watch_ignored +
            "unknown type 'itn'; the types are int, long, char, hex, hex8, binary and bool");
}

TEST_CASE("numbers that overflow are too large, never wrapped") {
  CHECK(warning_of("#$watch[1,9223372036854775808]:int = x") ==
        "t:1:11: " + watch_ignored + "the number for y is too large" + watch_form);
  CHECK(warning_of("#$watch[99999999999999999999999999,2]:int = x") ==
        "t:1:9: " + watch_ignored + "the number for x is too large" + watch_form);
  CHECK(warning_of("#$region[1,2](18446744073709551617x1) = r") ==
        "t:1:15: this #$region is ignored: the number for the width is too large" + region_form);
}

TEST_CASE("a name that is too long is rejected") {
  const std::string name(1001, 'n');
  CHECK(warning_of("#$watch[1,2]:int = " + name).find("the name is too long") != std::string::npos);
  CHECK(warning_of("#$region[1,2](1x1) = " + name).find("the name is too long") !=
        std::string::npos);
  std::string scopes;
  for (int i = 0; i < 400; ++i) scopes += "a::";
  CHECK(warning_of("#$watch[1,2]:int = " + scopes + "b").find("the name is too long") !=
        std::string::npos);
}

TEST_CASE("a malformed breakpoint") {
  CHECK(warning_of("#$break 10,3") ==
        "t:1:9: this #$break is ignored: expected '[', not '1'; the form is #$break[x,y]");
  CHECK(warning_of("#$break[10,3") ==
        "t:1:13: this #$break is ignored: expected ']', not the end; the form is #$break[x,y]");
}

TEST_CASE("a malformed replacement") {
  const std::string form = "; the form is #$replace A -> B";
  const std::string ignored = "this #$replace is ignored: ";
  CHECK(warning_of("#$replace") ==
        "t:1:10: " + ignored + "expected a text to replace, not the end" + form);
  CHECK(warning_of("#$replace  -> B") ==
        "t:1:12: " + ignored + "expected a text to replace, not '-'" + form);
  CHECK(warning_of("#$replace A B ") == "t:1:15: " + ignored + "expected '->', not the end" + form);
  CHECK(warning_of("#$replace AB -> B") ==
        "t:1:17: " + ignored +
            "'AB' has 2 bytes and 'B' has 1; make both sides equally long: a replacement moves no "
            "cell");
  CHECK(warning_of("#$replace A ->").find("'A' has 1 bytes and '' has 0") != std::string::npos);
}

TEST_CASE("a malformed region") {
  const auto check = [](std::string_view line, int column, const std::string& what) {
    CHECK(warning_of(line) ==
          "t:1:" + std::to_string(column) + ": this #$region is ignored: " + what + region_form);
  };
  check("#$region[1,2] = r", 15, "expected '(', not '='");
  check("#$region[1,2](3,4) = r", 16, "expected 'x', not ','");
  check("#$region[1,2](0x4) = r", 15, "the width is 0, and a region has at least one cell");
  check("#$region[1,2](3x00) = r", 17, "the height is 0, and a region has at least one cell");
  check("#$region[1,2](3x4 = r", 19, "expected ')', not '='");
  check("#$region[1,2](3x4):hex", 23, "expected '=', not the end");
  check("#$region[1,2](3x4):hex = ", 26, "expected a name, not the end");
}

TEST_CASE("an unknown encoding is a warning in a region") {
  const std::string expected =
      ": this #$region is ignored: unknown encoding; the encodings are ascii, decimal, hex and "
      "bool (0d | \"X\")";
  CHECK(warning_of("#$region[1,2](3x4):octal = r") == "t:1:20" + expected);
  CHECK(warning_of("#$region[1,2](3x4): = r") == "t:1:21" + expected);
  CHECK(warning_of("#$region[1,2](3x4):bool (0d) = r") == "t:1:20" + expected);
}

TEST_CASE("a malformed array") {
  const auto check = [](std::string_view line, int column, const std::string& what) {
    CHECK(warning_of(line) ==
          "t:1:" + std::to_string(column) + ": this ARRAY is ignored: " + what + array_form);
  };
  check("v ARRAY [1 2] (W=1;H=1) x", 12, "expected ',', not '2'");
  check("ARRAY [1,2] W=1;H=1 x", 13, "expected '(', not 'W'");
  check("ARRAY [1,2] (H=1;W=1) x", 14, "expected 'W', not 'H'");
  check("ARRAY [1,2] (W=1 H=1) x", 18, "expected ';', not 'H'");
  check("ARRAY [1,2] (W=1;H=0) x", 20, "the height is 0, and a region has at least one cell");
  check("ARRAY [1,2] (W=1;H=1)  ", 24, "expected a name, not the end");
  check("ARRAY [1,2] (W=1;H=1) // ASCII", 23, "expected a name, not '/'");
  check("ARRAY [", 8, "expected a number for x, not the end");
}

TEST_CASE("an array of booleans whose values cannot be read") {
  CHECK(warning_of("ARRAY [1,2] (W=1;H=1) x // bool (yes)") ==
        "t:1:33: this ARRAY is ignored: the two values of the bool cannot be read; write them as "
        "in bool (0d | \"X\")");
}

TEST_CASE("the search continues in the line after a malformed array") {
  const AnnotationScan scan =
      scan_annotations(LineReader("ARRAY [x] ARRAY [1,2] (W=3;H=4) good", LineEndings::any), "t");
  CHECK(scan.warnings.size() == 1);
  REQUIRE(scan.annotations.regions.size() == 1);
  CHECK(scan.annotations.regions[0].name == "good");
}

TEST_CASE("a misspelt annotation is a warning, and code is not") {
  CHECK(warning_of("#$wacth[1,2]:int = x") ==
        "t:1:3: unknown annotation 'wacth'; the annotations are watch, break, replace, region, "
        "board, phase and method");
  CHECK(warning_of("#$watches").find("unknown annotation 'watches'") != std::string::npos);
  CHECK(warning_of("#$vpg[1,2]") == "not one warning");
}

TEST_CASE("the first watch of a cell wins, and the other is a warning") {
  const std::string text = "#$watch[1,2]:int = a::b\n#$watch[2,1]:int = c\n#$watch[1,2]:hex = d";
  CHECK(warning_of_second(text) ==
        "t:3:1: the cell (1,2) is already watched as 'a::b', in line 1; the first name is used; "
        "remove one of the two");
  const AnnotationScan scan = scan_annotations(LineReader(text, LineEndings::any), "t");
  REQUIRE(scan.annotations.watches.size() == 2);
  CHECK(scan.annotations.watches[0].name == "b");
  CHECK(scan.annotations.watches[1].name == "c");
}

TEST_CASE("the first region of a name wins, and the other is a warning") {
  CHECK(warning_of_second("#$region[1,2](3x4) = r\n ARRAY [1,2] (W=3;H=5) R") ==
        "t:2:2: there is already a region 'r', in line 1; the first one is used; rename one of "
        "the two");
}

TEST_CASE("there is a limit to replacements") {
  std::string text;
  for (std::size_t i = 0; i <= max_replacements; ++i) text += "#$replace A -> B\n";
  const AnnotationScan scan = scan_annotations(LineReader(text, LineEndings::any), "t");
  CHECK(scan.annotations.replacements.size() == max_replacements);
  REQUIRE(scan.warnings.size() == 1);
  CHECK(to_string(scan.warnings[0]) ==
        "t:257:1: this #$replace is ignored: there are 256 before it; remove those that are not "
        "needed");
}

TEST_CASE("a malformed board names the expected part and its column") {
  const auto check = [](std::string_view line, int column, const std::string& what) {
    CHECK(warning_of(line) ==
          "t:1:" + std::to_string(column) + ": this #$board is ignored: " + what);
  };
  check("#$board", 8, "expected '=', not the end" + board_form);
  check("#$board[3] = a", 10, "expected 'x', not ']'" + board_form);
  check("#$board[3x0] = a", 11, "the height is 0, and a region has at least one cell" + board_form);
  check("#$board[-x3] = a", 9, "expected a number for the width, not '-'" + board_form);
  check("#$board(3x3 = a", 13, "expected ')', not '='" + board_form);
  check("#$board(3x3): = a", 15, "expected a character for each piece, not '='" + board_form);
  check(
      "#$board:mcc = a", 8,
      "pieces stand on a board of a size; write it before them, as in #$board(8x8):mcccc = region");
  check("#$board(3x3):m@ = a", 17, "expected a variable for the column, not '='" + board_form);
  check("#$board = ", 11, "expected a name, not the end" + board_form);
}

TEST_CASE("a board must fit a region and name variables of the program") {
  const auto warning = [](const std::string& line) {
    const std::string text = line + "\n#$region[0,0](5x1) = now\n#$watch[0,1]:int = S :: n\n";
    const AnnotationScan scan = scan_annotations(LineReader(text, LineEndings::any), "t");
    if (scan.warnings.size() != 1) return std::string("not one warning");
    return to_string(scan.warnings[0]);
  };
  const std::string ignored = "this #$board is ignored: ";
  CHECK(warning("#$board = then") ==
        "t:1:11: " + ignored + "there is no region 'then'; declare it with #$region");
  CHECK(warning("#$board(8x8):mccc = now") ==
        "t:1:1: " + ignored +
            "it has 4 pieces, and the region 5 cells; write a character for each cell");
  CHECK(warning("#$board(8x8):mcccc@S::n = now") ==
        "t:1:1: " + ignored +
            "it has 5 pieces, and the region 1 cells in a column; write a character for each cell");
  CHECK(warning("#$board(8x8):m@S::m = now") ==
        "t:1:1: " + ignored + "there is no variable 'S::m'; give its full name, as in Scope::name");
  CHECK(warning("#$board(S::n x S::m) = now") ==
        "t:1:1: " + ignored + "there is no variable 'S::m'; give its full name, as in Scope::name");
  CHECK(warning("#$board = now\n#$board[2x2] = now") ==
        "t:2:16: " + ignored + "the region 'now' has a board, in line 1; remove one of the two");
  CHECK(warning("#$board[S::n x 2](s::N x 5) = now") == "not one warning");
}

TEST_CASE("a second method, and one without a name, is a warning") {
  CHECK(warning_of_second("#$method = a\n#$method = b") ==
        "t:2:1: there is already a method, 'a', in line 1; the first one is used; remove one of "
        "the two");
  CHECK(warning_of("#$method tallies") ==
        "t:1:10: this #$method is ignored: expected '=', not 't'; the form is #$method = name");
}
