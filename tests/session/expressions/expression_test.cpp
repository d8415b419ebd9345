#include "session/expressions/expression.h"

#include "session/names.h"
#include "support/program_from_text.h"

#include <cstdint>
#include <limits>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr Size expression_field{12, 6};

const Symbols& expression_symbols() {
  static const Symbols all = symbols_in(
      "#$watch[1,0]:int = level\n"
      "#$watch[2,0]:int = Solve::x\n"
      "#$watch[3,0]:int = top\n"
      "#$watch[4,0]:int = \"two words\"\n"
      "#$region[4,1](3x2):ascii = grid\n");
  return all;
}

Machine machine() {
  Machine result(program_from_text("", expression_field));
  for (std::int64_t x = 0; x < 5; ++x) result.field.set({x, 0}, 100 + x);
  for (std::int64_t i = 0; i < 6; ++i) result.field.set({4 + i % 3, 1 + i / 3}, '1' + i);
  for (const std::int64_t value : {11, 22, 33}) result.stack.push(value);
  result.ip = {7, 5};
  result.direction = Direction::north;
  result.tick = 1234;
  result.input_position = 5;
  result.output_size = 6;
  return result;
}

Expression parsed(std::string_view text) {
  Result<Expression> expression = Expression::parse(text, expression_symbols(), expression_field);
  if (!expression) FAIL(std::string(text) << ": " << message(expression.error()));
  return *std::move(expression);
}

std::int64_t value(std::string_view text) {
  return parsed(text).evaluate(machine());
}

}  // namespace

TEST_CASE("numbers are decimal, hexadecimal or characters") {
  CHECK(value("12") == 12);
  CHECK(value("0xFf") == 255);
  CHECK(value("0xffffffffffffffff") == -1);
  CHECK(value("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  CHECK(value("'X'") == 'X');
  CHECK(value("' '") == ' ');
  CHECK(value("'''") == '\'');
  CHECK(value("'\\'") == '\\');
  CHECK(value("'\\''") == '\'');
  CHECK(value("'\\n'") == '\n');
  CHECK(value("'\"'") == '"');
}

TEST_CASE("the machine has names") {
  CHECK(value("top") == 33);
  CHECK(value("stack(0)") == 33);
  CHECK(value("stack(2)") == 11);
  CHECK(value("stack(3)") == 0);
  CHECK(value("stack(-1)") == 0);
  CHECK(value("depth") == 3);
  CHECK(value("tick") == 1234);
  CHECK(value("x") == 7);
  CHECK(value("Y") == 5);
  CHECK(value("dx") == 0);
  CHECK(value("dy") == -1);
  CHECK(value("string_mode") == 0);
  CHECK(value("input_position") == 5);
  CHECK(value("output_size") == 6);
}

TEST_CASE("cells, regions and variables have values") {
  CHECK(value("cell(2,0)") == 102);
  CHECK(value("cell(1+1, top-33)") == 102);
  CHECK(value("grid(0,0)") == '1');
  CHECK(value("grid(2,1)") == '6');
  CHECK(value("GRID(depth-1,1)") == '6');
  CHECK(value("level") == 101);
  CHECK(value("Solve::x") == 102);
  CHECK(value("solve :: X") == 102);
}

TEST_CASE("the language's own names come before variables") {
  CHECK(value("top") == 33);
  CHECK(value("::top") == 103);
  CHECK(value("\"top\"") == 103);
  CHECK(value("\"two words\" + 1") == 105);
  CHECK(value("x") == 7);
}

TEST_CASE("computed cells outside the field are 0") {
  CHECK(value("cell(depth,0)") == 103);
  CHECK(value("cell(depth,-1)") == 0);
  CHECK(value("cell(depth*4,0)") == 0);
  CHECK(value("grid(depth,0)") == 0);
  CHECK(value("grid(0,-depth)") == 0);
  CHECK(value("cell(tick*tick*tick*tick*tick*tick*tick, 0-tick)") == 0);
}

TEST_CASE("operators bind as in C") {
  CHECK(value("2+3*4") == 14);
  CHECK(value("(2+3)*4") == 20);
  CHECK(value("10-4-3") == 3);
  CHECK(value("100/10/5") == 2);
  CHECK(value("7%4*2") == 6);
  CHECK(value("-2*-3") == 6);
  CHECK(value("- -2") == 2);
  CHECK(value("!0+1") == 2);
  CHECK(value("!!7") == 1);
  CHECK(value("1+2<4 == 1") == 1);
  CHECK(value("1 < 2 < 2") == 1);
  CHECK(value("1 || 0 && 0") == 1);
  CHECK(value("2 && 4") == 1);
  CHECK(value("0 || 0") == 0);
  CHECK(value("3 >= 3 && 3 <= 3 && 3 != 4 && !(3 > 3)") == 1);
}

TEST_CASE("arithmetic is the machine's") {
  CHECK(value("-7/2") == -3);
  CHECK(value("-7%2") == -1);
  CHECK(value("depth/0") == 0);
  CHECK(value("5%0") == 0);
  CHECK(value("0x7fffffffffffffff+1") == std::numeric_limits<std::int64_t>::min());
  CHECK(value("0x8000000000000000/-1") == std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("old and new are the event's values") {
  TrapEvent event;
  event.before = 8;
  event.now = 9;
  CHECK(parsed("old*10+new").evaluate(machine(), &event) == 89);
  CHECK(parsed("old*10+new").evaluate(machine()) == 0);
}

TEST_CASE("an expression keeps its text and knows if it is constant") {
  CHECK(parsed("  1 + 2 ").text() == "1 + 2");
  CHECK(parsed("1+2*(3-'a')").constant() == 1 + 2 * (3 - 'a'));
  CHECK(parsed("!5 == 0").constant() == 1);
  CHECK_FALSE(parsed("top").constant());
  CHECK_FALSE(parsed("top*0").constant());
}

TEST_CASE("an expression lists its dependencies") {
  const auto cell = [](std::int64_t x, std::int64_t y) { return Rectangle{{x, y}, {1, 1}}; };
  const auto cells = parsed("Solve::x + cell(1,0) * level == grid(1,1)").dependencies();
  CHECK(cells.areas == std::vector{cell(1, 0), cell(2, 0), cell(5, 2)});
  CHECK_FALSE(cells.any_cell);
  CHECK_FALSE(cells.every_tick);
  const auto region = parsed("grid(level,0)").dependencies();
  CHECK(region.areas == std::vector{cell(1, 0), Rectangle{{4, 1}, {3, 2}}});
  CHECK_FALSE(region.any_cell);
  const auto any = parsed("cell(level,0)").dependencies();
  CHECK(any.any_cell);
  CHECK_FALSE(any.every_tick);
  for (const std::string_view text : {"top", "stack(1)", "tick", "x", "new", "depth"}) {
    CHECK(parsed(text).dependencies().every_tick);
  }
}
