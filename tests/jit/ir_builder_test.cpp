#include "jit/ir/ir_builder.h"

#include "jit/small_graph.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

constexpr std::array binary_ops{IrOp::add,     IrOp::subtract,  IrOp::multiply,
                                IrOp::divide,  IrOp::remainder, IrOp::multiply_high,
                                IrOp::bit_and, IrOp::greater};
constexpr std::array unary_ops{IrOp::is_zero, IrOp::low_byte};
constexpr std::array shifts{IrOp::shift_left, IrOp::shift_right, IrOp::shift_right_logical};
constexpr std::array<std::int64_t, 15> corners{
    0,         1, -1, 2, -2, 10, 100, 127, 128, -128, -129, INT64_MAX, INT64_MIN, INT64_MIN + 1,
    1LL << 61U};

// The same expression built with folding and without.
class Twins {
 public:
  explicit Twins(std::uint64_t seed) : random_(seed) {
    folded_.block();
    plain_.block();
    for (int slot = -3; slot < 0; ++slot) {
      nodes_.push_back({folded_.add(0, IrOp::load_slot, no_value, no_value, slot),
                        plain_.add(0, IrOp::load_slot, no_value, no_value, slot)});
    }
    for (const std::int64_t k : corners)
      nodes_.push_back({folded_.constant(k), plain_.constant(k)});
  }

  void grow() {
    Instr instr;
    const std::size_t kind = below(8);
    const RegionNode& a = any();
    const RegionNode& b = any();
    std::int64_t k = 0;
    IrOp op = binary_ops[below(binary_ops.size())];
    bool two = true;
    if (kind == 0) {
      op = unary_ops[below(unary_ops.size())];
      two = false;
    } else if (kind == 1) {
      op = shifts[below(shifts.size())];
      two = false;
      k = static_cast<std::int64_t>(below(64));
    }
    instr.op = op;
    instr.a = a.folded;
    instr.block = 0;
    instr.b = two ? b.folded : no_value;
    instr.k = k;
    const std::size_t before = folded_.graph.values.size();
    const ValueId made = folded_.values.make(instr);
    if (made >= before && !folded_.graph.is_constant(made)) {
      folded_.graph.blocks[0].code.push_back(made);
    }
    nodes_.push_back({made, plain_.add(0, op, a.plain, two ? b.plain : no_value, k)});
  }

  void compare() {
    const RegionNode& last = nodes_.back();
    folded_.leave(0, {{0, last.folded}}, 1);
    plain_.leave(0, {{0, last.plain}}, 1);
    folded_.check();
    const ValueRange range = folded_.values.range_of(last.folded);
    for (int i = 0; i < 20; ++i) {
      const std::int64_t x = any_number();
      const std::int64_t y = any_number();
      const std::int64_t z = any_number();
      const std::int64_t expected = plain_.run({x, y, z}).back();
      CHECK(folded_.run({x, y, z}).back() == expected);
      CHECK(range.low <= expected);
      CHECK(expected <= range.high);
    }
  }

 private:
  struct RegionNode {
    ValueId folded = no_value;
    ValueId plain = no_value;
  };

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.next() % n); }
  RegionNode any() { return nodes_[below(nodes_.size())]; }
  std::int64_t any_number() {
    return below(3) == 0 ? static_cast<std::int64_t>(random_.next())
                         : corners[below(corners.size())];
  }

  Random random_;
  SmallGraph folded_;
  SmallGraph plain_;
  std::vector<RegionNode> nodes_;
};

struct Folding {
  Folding() {
    graph.block();
    x = graph.add(0, IrOp::load_slot, no_value, no_value, -1);
  }
  ValueId make(IrOp op, ValueId a, ValueId b = no_value, std::int64_t k = 0) {
    Instr instr{.op = op, .a = a, .b = b, .k = k};
    return graph.values.make(instr);
  }
  ValueId constant(std::int64_t k) { return graph.constant(k); }
  const Instr& at(ValueId id) const { return graph.graph.at(id); }
  SmallGraph graph;
  ValueId x = no_value;
};

}  // namespace

TEST_CASE("folding preserves values, and its ranges hold") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    Twins twins(seed);
    for (int i = 0; i < 6; ++i) twins.grow();
    twins.compare();
  }
}

TEST_CASE(
    "constants, identities, products with powers of two, sums and double negations are folded") {
  Folding f;
  CHECK(f.constant(5) == f.constant(5));
  CHECK(f.make(IrOp::add, f.constant(2), f.constant(3)) == f.constant(5));
  CHECK(f.make(IrOp::add, f.x, f.constant(0)) == f.x);
  CHECK(f.make(IrOp::multiply, f.constant(1), f.x) == f.x);
  CHECK(f.make(IrOp::divide, f.x, f.constant(1)) == f.x);
  CHECK(f.make(IrOp::subtract, f.x, f.x) == f.constant(0));
  CHECK(f.make(IrOp::remainder, f.x, f.constant(-1)) == f.constant(0));
  CHECK(f.make(IrOp::greater, f.x, f.x) == f.constant(0));
  CHECK(f.at(f.make(IrOp::multiply, f.x, f.constant(8))).op == IrOp::shift_left);
  const ValueId sum = f.make(IrOp::subtract, f.make(IrOp::add, f.x, f.constant(7)), f.constant(5));
  CHECK(f.at(sum).op == IrOp::add);
  CHECK(f.at(sum).a == f.x);
  CHECK(f.graph.graph.is_constant(f.at(sum).b, 2));
  const ValueId greater = f.make(IrOp::greater, f.x, f.constant(3));
  CHECK(f.make(IrOp::is_zero, f.make(IrOp::is_zero, greater)) == greater);
  CHECK(f.make(IrOp::is_zero, f.make(IrOp::is_zero, f.x)) != f.x);
}
