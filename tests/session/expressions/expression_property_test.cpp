// Random expressions: printed with all brackets, and with none that the
// strengths of the operators make needless, they mean what a direct computation
// of the tree gives.
#include "session/expressions/expression.h"
#include "session/names.h"
#include "vm/arithmetic.h"

namespace {

constexpr Size sample_size{8, 4};

struct Operator {
  std::string_view symbol;
  int strength;
};
constexpr std::array operators{
    Operator{"||", 0}, Operator{"&&", 1}, Operator{"==", 2}, Operator{"!=", 2}, Operator{"<", 3},
    Operator{"<=", 3}, Operator{">", 3},  Operator{">=", 3}, Operator{"+", 4},  Operator{"-", 4},
    Operator{"*", 5},  Operator{"/", 5},  Operator{"%", 5}};
constexpr int unary = 6;
constexpr int atom = 7;

// A subexpression printed both ways, with its value and how tightly it binds.
struct Sample {
  std::string full;
  std::string bare;
  std::int64_t value = 0;
  int strength = atom;
};

std::int64_t compute(std::string_view symbol, std::int64_t a, std::int64_t b) {
  if (symbol == "||") return (a != 0) || (b != 0) ? 1 : 0;
  if (symbol == "&&") return (a != 0) && (b != 0) ? 1 : 0;
  if (symbol == "==") return a == b ? 1 : 0;
  if (symbol == "!=") return a != b ? 1 : 0;
  if (symbol == "<") return a < b ? 1 : 0;
  if (symbol == "<=") return a <= b ? 1 : 0;
  if (symbol == ">") return a > b ? 1 : 0;
  if (symbol == ">=") return a >= b ? 1 : 0;
  if (symbol == "+") return wrapping_add(a, b);
  if (symbol == "-") return wrapping_subtract(a, b);
  if (symbol == "*") return wrapping_multiply(a, b);
  if (symbol == "/") return wrapping_divide(a, b);
  return wrapping_remainder(a, b);
}

class Generator {
 public:
  explicit Generator(const Machine& machine, std::uint64_t seed)
      : machine_(machine), random_(seed) {}

  Sample make(int depth) {
    const std::uint64_t kind = depth == 0 ? draw(3) : draw(10);
    if (kind < 3) return leaf(kind);
    if (kind == 3) return prefixed(depth);
    if (kind == 4) return computed_cell(depth);
    const Operator& op = operators[draw(operators.size())];
    const Sample a = make(depth - 1);
    const Sample b = make(depth - 1);
    return {"(" + a.full + " " + std::string(op.symbol) + " " + b.full + ")",
            bracketed(a, op.strength) + std::string(op.symbol) + bracketed(b, op.strength + 1),
            compute(op.symbol, a.value, b.value), op.strength};
  }

 private:
  std::uint64_t draw(std::uint64_t bound) { return random_.next() % bound; }

  static std::string bracketed(const Sample& sample, int weakest) {
    return sample.strength >= weakest ? sample.bare : "(" + sample.bare + ")";
  }

  Sample leaf(std::uint64_t kind) {
    if (kind == 0) {
      const auto number = static_cast<std::int64_t>(draw(2) == 0 ? draw(5) : random_.next() >> 1U);
      return {std::to_string(number), std::to_string(number), number};
    }
    if (kind == 1) {
      const Point at{static_cast<std::int64_t>(draw(8)), static_cast<std::int64_t>(draw(4))};
      const std::string text = "cell(" + std::to_string(at.x) + "," + std::to_string(at.y) + ")";
      return {text, text, machine_.field.at(at)};
    }
    return {"depth", "depth", static_cast<std::int64_t>(machine_.stack.size())};
  }

  Sample prefixed(int depth) {
    const Sample inner = make(depth - 1);
    const bool negate = draw(2) == 0;
    const std::string sign = negate ? "-" : "!";
    return {"(" + sign + inner.full + ")", sign + bracketed(inner, unary),
            negate ? wrapping_subtract(0, inner.value) : std::int64_t{inner.value == 0}, unary};
  }

  // `depth*0` keeps it from being constant, and so from being an error outside.
  Sample computed_cell(int depth) {
    const Sample x = make(depth - 1);
    const Sample y = make(depth - 1);
    const Point at{x.value, y.value};
    const std::string full = "cell(" + x.full + "+depth*0," + y.full + ")";
    const std::string bare = "cell(" + bracketed(x, 4) + "+depth*0," + y.bare + ")";
    return {full, bare, sample_size.contains(at) ? machine_.field.at(at) : 0};
  }

  const Machine& machine_;
  Random random_;
};

}  // namespace

TEST_CASE("random expressions have the value of the tree they were printed from") {
  Machine machine(program_from_text("", sample_size));
  Random random(5);
  for (std::size_t i = 0; i < 32; ++i) {
    machine.field.set(i, static_cast<std::int64_t>(random.next() % 16) - 4);
  }
  machine.stack.push(1);
  machine.stack.push(2);
  Generator generator(machine, 17);
  for (int i = 0; i < 20'000; ++i) {
    const Sample sample = generator.make(i % 7);
    const auto full = Expression::parse(sample.full, Symbols(), sample_size);
    const auto bare = Expression::parse(sample.bare, Symbols(), sample_size);
    REQUIRE_MESSAGE(full, sample.full);
    REQUIRE_MESSAGE(bare, sample.bare);
    REQUIRE_MESSAGE(full->evaluate(machine) == sample.value, sample.full);
    REQUIRE_MESSAGE(bare->evaluate(machine) == sample.value, sample.bare);
  }
}
