// What is said about an expression that is none: the column, and what was expected.
#include "session/expressions/expression.h"
#include "session/names.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

std::string error_in(std::string_view text) {
  static const Symbols symbols = symbols_in(
      "#$watch[1,0]:int = level\n"
      "#$watch[2,0]:int = Solve::px\n"
      "#$watch[3,0]:int = Step::px\n"
      "#$region[4,1](3x2):ascii = grid\n");
  const Result<Expression> expression = Expression::parse(text, symbols, Size{12, 6});
  return expression ? "none"
                    : std::to_string(expression.error().where.column) + ": " +
                          to_string(Error{{}, expression.error().what, expression.error().advice});
}

}  // namespace

TEST_CASE("a missing value is an error at its column") {
  constexpr auto such = "; such as 7, 'X', top, cell(3,4) or a variable";
  CHECK(error_in("") == std::string("1: expected a value, found the end") + such);
  CHECK(error_in("1 + ") == std::string("5: expected a value, found the end") + such);
  CHECK(error_in("1 + * 2") == std::string("5: expected a value, found '*'") + such);
  CHECK(error_in("()") == std::string("2: expected a value, found ')'") + such);
}

TEST_CASE("trailing text is an error") {
  CHECK(error_in("1 2") == "3: expected an operator or the end, found '2'");
  CHECK(error_in("top)") == "4: expected an operator or the end, found ')'");
  CHECK(error_in("level = 3") == "7: '=' is not an operator; write '==' to compare");
  CHECK(error_in("1 & 2") == "3: '&' is not an operator; write '&&' for and");
  CHECK(error_in("1 | 2") == "3: '|' is not an operator; write '||' for or");
  CHECK(error_in("1 $") == "3: this character means nothing here; remove it");
}

TEST_CASE("brackets must be closed") {
  CHECK(error_in("3*(1+2") ==
        "7: expected an operator or ')', found the end; close the '(' in column 3");
  CHECK(error_in("cell(1,2") ==
        "9: expected an operator or ')', found the end; close the '(' in column 5");
  CHECK(error_in("cell(1)") ==
        "7: expected an operator or ',' and y, found ')'; a cell has two coordinates");
}

TEST_CASE("malformed numbers are errors") {
  CHECK(error_in("9223372036854775808") ==
        "1: the number does not fit into 64 bits; the largest is 9223372036854775807");
  CHECK(error_in("1+0x12345678123456781") ==
        "3: the number does not fit into 64 bits; the largest is 9223372036854775807");
  CHECK(error_in("12ab") == "1: this is not a number; write 12, 0xff or 'X'");
  CHECK(error_in("0x") == "1: this is not a number; write 12, 0xff or 'X'");
  CHECK(error_in("'ab'") ==
        "1: this is not a character; write one byte between quotes, such as 'X'");
  CHECK(error_in("'") == "1: this is not a character; write one byte between quotes, such as 'X'");
  CHECK(error_in("\"ab") == "1: the text has no end; close it with '\"'");
  CHECK(error_in("\"a\\q\"") ==
        R"(3: this is not an escape; write \", \\, \n, \t, \r or \x and two hex digits)");
}

TEST_CASE("errors of unknown names suggest the nearest") {
  CHECK(error_in("1 + levle") == "5: there is no variable 'levle'; the nearest name is level");
  CHECK(error_in("dept > 1") == "1: there is no variable 'dept'; the nearest name is depth");
  CHECK(error_in("grdi(1,1)") == "1: there is no region 'grdi'; the nearest name is grid");
  CHECK(error_in("foobarbaz") ==
        "1: there is no variable 'foobarbaz'; declare it with #$watch[x,y]:int = NAME");
  CHECK(error_in("px") ==
        "1: 'px' may be Solve::px at (2,0) or Step::px at (3,0); write its scope, or its cell");
  CHECK(error_in("Solve::") == "8: expected a name after '::', found the end");
}

TEST_CASE("names of another kind are errors") {
  CHECK(error_in("grid == 1") == "1: 'grid' is a region; name one of its cells: grid(x,y)");
  CHECK(error_in("level(1,1)") ==
        "1: 'level' is a variable, not a region; write it without brackets");
  CHECK(error_in("stack") ==
        "6: expected '(' after 'stack', found the end; such as cell(3,4) or stack(0)");
}

TEST_CASE("constant cells outside the field are errors") {
  constexpr auto advice = "; coordinates count from 0, x before y";
  CHECK(error_in("cell(12,0)") == std::string("6: (12,0) lies outside the field of 12x6") + advice);
  CHECK(error_in("1+grid(1+2,0)") ==
        std::string("8: (3,0) lies outside the region 'grid' of 3x2") + advice);
  CHECK(error_in("grid(0,-1)") ==
        std::string("6: (0,-1) lies outside the region 'grid' of 3x2") + advice);
  CHECK(error_in("cell(0x8000000000000000,0x7fffffffffffffff)").starts_with("6: (-9223372036"));
}

TEST_CASE("the depth of nesting is limited") {
  for (const std::string_view piece : {"(", "-", "!", "cell(1,", "stack(", "1+("}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += piece;
    CHECK(error_in(text).find("the expression is nested too deeply; split it") !=
          std::string::npos);
  }
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + '1' + std::string(depth, ')');
  };
  CHECK(error_in(nested(99)) == "none");
  CHECK(error_in(nested(100)) == "101: the expression is nested too deeply; split it");
}

TEST_CASE("the deepest expression has enough value slots") {
  std::string text;
  for (int i = 0; i < 99; ++i) text += "x||x&&x==x<x+x*cell(x,";
  text += 'y' + std::string(99, ')');
  const auto deepest = Expression::parse(text, Symbols(), Size{12, 6});
  REQUIRE(deepest);
  Machine machine(Playfield(Size{12, 6}, Playfield::Bytes(72, ' ')));
  machine.ip = {1, 1};
  CHECK(deepest->evaluate(machine) == 1);
}

TEST_CASE("the length of a shallow expression is not limited") {
  std::string text = "1";
  for (int i = 0; i < 100'000; ++i) text += "+top*1<2||x";
  CHECK(error_in(text) == "none");
}
