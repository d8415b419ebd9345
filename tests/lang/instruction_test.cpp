#include "lang/instruction.h"

#include "support/test.h"

TEST_CASE("every character of the language has one instruction") {
  constexpr std::string_view glyphs = " !\"#$%&*+,-./0123456789:<>?@\\^_`gpv|~";
  CHECK(instructions.size() == glyphs.size() + 1);  // and the unknown one
  for (const char glyph : glyphs) {
    const Op op = op_of(glyph);
    CHECK(op != Op::unknown);
    CHECK(instruction(op).glyph == glyph);
    CHECK(instruction(op).op == op);
  }
}

TEST_CASE("all other values are unknown instructions") {
  int known = 0;
  for (std::int64_t value = -300; value < 600; ++value) known += op_of(value) != Op::unknown;
  CHECK(known == static_cast<int>(instructions.size()) - 1);
  CHECK(op_of('g' + 256) == Op::unknown);
  CHECK(op_of(INT64_MIN) == Op::unknown);
  CHECK(op_of(INT64_MAX) == Op::unknown);
}

TEST_CASE("names are unique, and every instruction has a summary") {
  std::set<std::string_view> names;
  for (const Instruction& i : instructions) {
    CHECK(names.insert(i.name).second);
    CHECK(!i.summary.empty());
  }
}

TEST_CASE("digits have their values") {
  for (int digit = 0; digit < 10; ++digit) {
    const Op op = op_of('0' + digit);
    CHECK(is_digit(op));
    CHECK(digit_of(op) == digit);
  }
  CHECK(!is_digit(op_of(':')));
  CHECK(!is_digit(op_of('/')));
}
