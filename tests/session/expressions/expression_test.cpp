// Expressions and places by their interface; what they evaluate to, and their errors, are in
// `transcripts`.
#include "session/expressions/expression.h"

#include "session/names.h"

namespace {

constexpr Size expression_field{12, 6};

const Symbols& expression_symbols() {
  static const Symbols all = symbols_in(
      "#$watch[1,0]:int = level\n"
      "#$watch[2,0]:hex = Solve::x\n"
      "#$region[4,1](3x2):ascii = grid\n");
  return all;
}

Result<Expression> parse(std::string_view text) {
  return Expression::parse(text, expression_symbols(), expression_field);
}

Expression parsed(std::string_view text) {
  Result<Expression> expression = parse(text);
  if (!expression) FAIL(std::string(text) << ": " << to_string(expression.error()));
  return *std::move(expression);
}

Machine blank_machine() {
  return Machine(program_from_text("", expression_field));
}

}  // namespace

TEST_CASE("old and new are the event's values") {
  TrapEvent event{.before = 8, .now = 9};
  CHECK(parsed("old*10+new").evaluate(blank_machine(), &event) == 89);
  CHECK(parsed("old*10+new").evaluate(blank_machine()) == 0);
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

TEST_CASE("the depth of nesting is limited") {
  for (const std::string_view piece : {"(", "-", "!", "cell(1,", "stack(", "1+("}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += piece;
    CHECK(!parse(text));
  }
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + '1' + std::string(depth, ')');
  };
  CHECK(parse(nested(99)));
  CHECK(parse(nested(100)).error().where.column == 101);
}

TEST_CASE("the deepest expression has enough value slots") {
  std::string text;
  for (int i = 0; i < 99; ++i) text += "x||x&&x==x<x+x*cell(x,";
  text += 'y' + std::string(99, ')');
  const auto deepest = Expression::parse(text, Symbols(), Size{12, 6}).value();
  Machine machine = blank_machine();
  machine.ip = {1, 1};
  CHECK(deepest.evaluate(machine) == 1);
}

TEST_CASE("the length of a shallow expression is not limited") {
  std::string text = "1";
  for (int i = 0; i < 100'000; ++i) text += "+top*1<2||x";
  CHECK(parse(text));
}

TEST_CASE("a place has the encoding of its region, or the type of its variable") {
  const auto place = [](std::string_view text) {
    return parse_place(text, expression_symbols(), expression_field).value();
  };
  CHECK(place("grid(2,1)").area == Rectangle{{6, 2}, {1, 1}});
  CHECK(place("grid(2,1)").encoding->kind == Encoding::Kind::ascii);
  CHECK(place("GRID").area == Rectangle{{4, 1}, {3, 2}});
  CHECK(place("Solve::x").type == WatchType::hex);
  CHECK_FALSE(place("3,4").encoding);
  CHECK_FALSE(place("3,4").type);
}
