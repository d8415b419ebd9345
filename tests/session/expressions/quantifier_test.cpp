// Quantifiers over regions, by their interface and at random; examples are in `transcripts`.
#include "session/names.h"
#include "session/run_control/steps.h"

#include "random_quantifiers.h"

namespace {

constexpr Size quantified_field{12, 6};

// grid is 1 2 3 / 4 5 6, line 9 8 7 6.
const Symbols& quantified_symbols() {
  static const Symbols all = symbols_in(
      "#$watch[0,0]:int = v\n"
      "#$watch[1,0]:int = i\n"
      "#$watch[2,0]:int = count\n"
      "#$region[4,1](3x2):ascii = grid\n"
      "#$region[0,4](4x1):ascii = line\n"
      "#$region[8,1](2x1):ascii = max\n");
  return all;
}

Machine quantified_machine() {
  Machine machine(program_from_text("", quantified_field));
  for (std::int64_t x = 0; x < 3; ++x) machine.field.set({x, 0}, 100 + x);
  for (std::int64_t n = 0; n < 6; ++n) machine.field.set({4 + n % 3, 1 + n / 3}, 1 + n);
  for (std::int64_t n = 0; n < 4; ++n) machine.field.set({n, 4}, 9 - n);
  machine.field.set({8, 1}, 50);
  machine.field.set({9, 1}, 40);
  machine.stack.push(3);
  machine.tick = 1234;
  return machine;
}

Expression quantified(std::string_view text, const Symbols& symbols = quantified_symbols()) {
  Result<Expression> expression = Expression::parse(text, symbols, quantified_field);
  if (!expression) FAIL(std::string(text) << ": " << to_string(expression.error()));
  return *std::move(expression);
}

std::int64_t quantified_value(std::string_view text) {
  return quantified(text).evaluate(quantified_machine());
}

}  // namespace

TEST_CASE("everything else is there within a quantifier") {
  CHECK(quantified_value("count(grid, v == top)") == 1);
  CHECK(quantified_value("count(grid, v < stack(0))") == 2);
  CHECK(quantified_value("sum(grid, tick)") == 6 * 1234);
  CHECK(quantified_value("count(grid, cell(3 + v, 1) == v)") == 3);
  const Machine machine = quantified_machine();
  TrapEvent event{.before = 2, .now = 4};
  CHECK(quantified("count(grid, v >= old && v <= new)").evaluate(machine, &event) == 3);
}

TEST_CASE("a quantifier depends on its region if it uses the values") {
  const Rectangle grid{{4, 1}, {3, 2}};
  const Rectangle line{{0, 4}, {4, 1}};
  CHECK(quantified("any(grid, v == 0)").dependencies().areas == std::vector{grid});
  CHECK(quantified("sum(line) + sum(grid) + max(line)").dependencies().areas ==
        std::vector{grid, line});
  CHECK(quantified("count(grid, line(i,0) == 0)").dependencies().areas == std::vector{line});
  CHECK(quantified("count(grid, i == j)").dependencies().areas.empty());
  CHECK(quantified("any(grid, v == cell(i,j))").dependencies().any_cell);
  CHECK(quantified("any(grid, v == top)").dependencies().every_tick);
  CHECK_FALSE(quantified("any(grid, v == i)").dependencies().every_tick);
  CHECK_FALSE(quantified("any(grid, 1)").constant());
}

TEST_CASE("an expression with quantifiers fits one size of the field, and knows its cost") {
  const Expression expression = quantified("sum(grid)");
  CHECK_FALSE(expression.fits({13, 6}));
  CHECK(expression.evaluate(Machine(program_from_text("", Size{13, 6}))) == 0);
  CHECK(quantified("1 + top").cost() == 3);
  CHECK(quantified("any(grid, v == 0)").cost() == 1 + 6 * 3);
  CHECK(quantified("any(grid, v == max(line))").cost() == 1 + 6 * (1 + 1 + 1 + 1 + 4 * 2));
}

TEST_CASE("the sides of a comparison are known") {
  const Machine machine = quantified_machine();
  const auto sides = quantified("count(grid, v > 2) >= sum(grid) - 17").compare(machine).value();
  CHECK(sides.symbol == ">=");
  CHECK(sides.left == 4);
  CHECK(sides.right == 4);
  const auto constant = quantified("line(1,0) != 8").compare(machine).value();
  CHECK(constant.left == 8);
  CHECK(constant.right == 8);
  CHECK_FALSE(quantified("any(grid, v == 3)").compare(machine));
  CHECK_FALSE(quantified("v == 1 && i == 2").compare(machine));
  CHECK_FALSE(quantified("3 == 3").compare(machine));
}

TEST_CASE("the deepest quantifiers have enough value slots") {
  const Symbols symbols = symbols_in("#$region[0,0](1x1):ascii = one\n");
  std::string text;
  for (int i = 0; i < 99; ++i) text += "x||x&&x==x<x+x*sum(one,";
  text += 'y' + std::string(99, ')');
  const Expression deepest = quantified(text, symbols);
  Machine machine = quantified_machine();
  machine.ip = {1, 1};
  CHECK(deepest.evaluate(machine) == 1);
  CHECK(IncrementalExpression(deepest).evaluate(machine) == 1);
}

TEST_CASE("random expressions with quantifiers have the value of their tree") {
  Random random(31);
  for (int round = 0; round < 60; ++round) {
    const Symbols symbols = symbols_in(random_regions(random, quantified_field, {{2, 1}, {7, 4}}));
    Machine machine = quantified_machine();
    for (std::size_t i = 0; i < 72; ++i) {
      machine.field.set(i, static_cast<std::int64_t>(below(random, 12)) - 3);
    }
    QuantifierGenerator generator(random, symbols.regions(), round % 2 == 0);
    for (int i = 0; i < 40; ++i) {
      const QuantifiedSample sample = generator.make();
      CAPTURE(sample.text);
      const Expression expression = quantified(sample.text, symbols);
      REQUIRE(expression.evaluate(machine) == sample.value(machine, {}));
    }
  }
}

TEST_CASE("totals that stores update are those of a fresh evaluation") {
  Random random(32);
  for (int round = 0; round < 40; ++round) {
    const Symbols symbols = symbols_in(random_regions(random, quantified_field, {{2, 1}, {7, 4}}));
    Machine machine = quantified_machine();
    QuantifierGenerator generator(random, symbols.regions(), false);
    const QuantifiedSample sample = generator.make();
    CAPTURE(sample.text);
    const Expression expression = quantified(sample.text, symbols);
    IncrementalExpression incremental(expression);
    REQUIRE(incremental.evaluate(machine) == sample.value(machine, {}));
    for (int i = 0; i < 40; ++i) {
      TrapEvent event{.kinds = TrapEvent::write};
      event.at = {static_cast<std::int64_t>(below(random, 12)),
                  static_cast<std::int64_t>(below(random, 6))};
      event.before = machine.field.at(event.at);
      event.now = static_cast<std::int64_t>(below(random, 8)) - 2;
      machine.field.set(event.at, event.now);
      REQUIRE(incremental.update(machine, event) == sample.value(machine, {}));
    }
  }
}
