#include "jit/passes/passes.h"

#include "jit/small_graph.h"
#include "vm/arithmetic.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

// A loop that counts slot -1 down to zero; `invariant` stays the same, in its own phi.
struct Countdown {
  Countdown() {
    const auto [start, loop, end] = graph.blocks<3>();
    const ValueId first = slot(graph, start, -1);
    invariant = slot(graph, start, -2);
    counter = graph.phi(loop);
    same = graph.phi(loop);
    graph.jump(start, loop, {first, invariant});
    const ValueId less = graph.add(loop, IrOp::add, counter, graph.constant(-1));
    graph.branch(loop, less, graph.constant(0), end, loop, {less, same});
    graph.leave(end, {{-1, counter}, {-2, same}});
    graph.check();
  }
  SmallGraph graph;
  ValueId counter = no_value;
  ValueId invariant = no_value;
  ValueId same = no_value;
};

// slot -1 becomes slot -1 / k, and slot 0 its remainder.
SmallGraph division_by(std::int64_t divisor) {
  SmallGraph graph;
  graph.block();
  const ValueId dividend = slot(graph, 0, -1);
  const ValueId by = graph.constant(divisor);
  const ValueId quotient = graph.add(0, IrOp::divide, dividend, by);
  const ValueId rest = graph.add(0, IrOp::remainder, dividend, by);
  graph.leave(0, {{-1, quotient}, {0, rest}}, 1);
  propagate_ranges(graph.graph, true);
  graph.run_pass(number_values);
  return graph;
}

std::vector<std::int64_t> divisors() {
  std::vector<std::int64_t> all{1,  3,  5,   6,   7,      9,      10,        11,       12,
                                13, 25, 60,  97,  100,    125,    625,       641,      1000,
                                80, 81, 255, 256, 99'999, 86'400, 1'000'003, INT64_MAX};
  for (unsigned bits = 1; bits < 63; ++bits) {
    const std::int64_t power = std::int64_t{1} << bits;
    all.insert(all.end(), {power, power - 1, power + 1});
  }
  const std::size_t positive = all.size();
  for (std::size_t i = 0; i < positive; ++i) all.push_back(-all[i]);
  all.insert(all.end(), {0, INT64_MIN});
  return all;
}

std::vector<std::int64_t> dividends(std::int64_t divisor) {
  std::vector<std::int64_t> all{0, 1, 2, 3, 9, 10, 99, 1'000'000'007, INT64_MAX, INT64_MAX - 1};
  for (const std::int64_t factor : {1, 2, 3, 1000}) {
    const std::int64_t multiple = wrapping_multiply(factor, divisor);
    all.insert(all.end(), {wrapping_subtract(multiple, 1), multiple, wrapping_add(multiple, 1)});
  }
  if (divisor != 0) {  // around the largest multiple
    const std::int64_t most = wrapping_subtract(INT64_MAX, wrapping_remainder(INT64_MAX, divisor));
    all.insert(all.end(), {most - 1, most});
  }
  const std::size_t half = all.size();
  for (std::size_t i = 0; i < half; ++i) all.push_back(wrapping_subtract(0, all[i]));
  all.insert(all.end(), {INT64_MIN, INT64_MIN + 1});
  return all;
}

}  // namespace

TEST_CASE("divisions by constants are correct for all dividends and need no divide instruction") {
  for (const std::int64_t divisor : divisors()) {
    const SmallGraph graph = division_by(divisor);
    const bool divides = divisor == 0 || divisor == INT64_MIN;
    CAPTURE(divisor);
    CHECK(graph.count(IrOp::divide) == (divides ? 1U : 0U));
    CHECK(graph.count(IrOp::remainder) == (divides ? 1U : 0U));
    std::size_t wrong = 0;
    for (const std::int64_t dividend : dividends(divisor)) {
      const auto result = graph.run({dividend});
      const bool right = result[0] == wrapping_divide(dividend, divisor) &&
                         result[1] == wrapping_remainder(dividend, divisor);
      if (!right && ++wrong == 1) CHECK(dividend == result[0]);  // reports one of them
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a phi of one value is replaced by it, a counter's stays") {
  Countdown loop;
  CHECK(loop.graph.run({7, 5}) == std::vector<std::int64_t>{7, 1});
  remove_trivial_phis(loop.graph.graph);
  loop.graph.check();
  CHECK(loop.graph.graph.blocks[1].phis == std::vector<ValueId>{loop.counter});
  // Slot -2 equals memory: nothing to store.
  CHECK(loop.graph.graph.exits.back().stack.stored.size() == 1);
  CHECK(loop.graph.run({7, 5}) == std::vector<std::int64_t>{7, 1});
}

TEST_CASE("a phi that depends on trivial ones is removed as well") {
  SmallGraph graph;
  const auto [start, outer, inner, end] = graph.blocks<4>();
  const ValueId first = slot(graph, start, -1);
  const ValueId a = graph.phi(outer);
  const ValueId b = graph.phi(inner);
  graph.jump(start, outer, {first});
  graph.jump(outer, inner, {a});
  graph.branch(inner, b, graph.constant(0), end, outer, {b});
  graph.leave(end, {{-1, b}});
  graph.run_pass(remove_trivial_phis);
  CHECK(graph.graph.blocks[outer].phis.empty());
  CHECK(graph.graph.blocks[inner].phis.empty());
  CHECK(graph.graph.exits.back().stack.stored.empty());
}

TEST_CASE("dead values and phis that only feed themselves are removed, effects and operands stay") {
  Countdown loop;
  SmallGraph& graph = loop.graph;
  graph.graph.exits.back().stack.stored.clear();  // `same` has no uses left
  const ValueId unused = graph.add(1, IrOp::multiply, loop.counter, loop.counter);
  const ValueId stored = graph.add(1, IrOp::add, loop.counter, graph.constant(3));
  graph.add(1, IrOp::store_cell, stored, no_value, 7);
  graph.run_pass(remove_dead_code);
  CHECK(graph.graph.blocks[1].phis == std::vector<ValueId>{loop.counter});
  CHECK(graph.count(IrOp::multiply) == 0);
  CHECK(graph.count(IrOp::store_cell) == 1);
  CHECK(graph.count(IrOp::add) == 2);
  CHECK(graph.count(IrOp::load_slot) == 1);
  CHECK(unused != no_value);
}

TEST_CASE("dead code excludes values that only the exit of a guard stores") {
  SmallGraph graph;
  graph.block();
  const ValueId x = slot(graph, 0, -1);
  const ValueId square = graph.add(0, IrOp::multiply, x, x);
  const ValueId guard = graph.add(0, IrOp::guard_below, x, no_value, 10);
  graph.graph.at(guard).exit = graph.exit({{-1, square}});
  graph.leave(0, {});
  graph.run_pass(remove_dead_code);
  CHECK(graph.count(IrOp::multiply) == 1);
  CHECK(graph.run({20}) == std::vector<std::int64_t>{400});
  CHECK(graph.run({5}) == std::vector<std::int64_t>{5});
}

TEST_CASE("numbering removes values and guards that a dominating block has") {
  SmallGraph graph;
  const auto [start, next] = graph.blocks<2>();
  const ValueId x = slot(graph, start, -1);
  const auto compute = [&](BlockId block) {
    graph.guard_below(block, x, 10);
    return graph.add(block, IrOp::multiply, x, x);
  };
  const ValueId first = compute(start);
  graph.jump(start, next);
  const ValueId second = compute(next);
  graph.leave(next, {{-1, first}, {0, second}}, 1);
  graph.run_pass(number_values);
  CHECK(graph.count(IrOp::multiply) == 1);
  CHECK(graph.count(IrOp::guard_below) == 1);
  CHECK(graph.run({6}) == std::vector<std::int64_t>{36, 36});
}

TEST_CASE("numbering marks a cell as written once") {
  SmallGraph graph;
  const auto [start, next] = graph.blocks<2>();
  const ValueId x = slot(graph, start, -1);
  for (const BlockId block : {start, next}) {
    graph.add(block, IrOp::mark_written, no_value, no_value, 7);
    graph.add(block, IrOp::mark_written, no_value, no_value, 8 + block);
    graph.add(block, IrOp::mark_written_at, x);
  }
  graph.jump(start, next);
  graph.leave(next, {}, 0);
  graph.run_pass(number_values);
  CHECK(graph.count(IrOp::mark_written) == 3);
  CHECK(graph.count(IrOp::mark_written_at) == 1);
}

TEST_CASE("numbering does not reuse a value of the other side of a branch") {
  SmallGraph graph;
  const auto [start, left, right] = graph.blocks<3>();
  const ValueId x = slot(graph, start, -1);
  graph.branch(start, x, graph.constant(0), left, right);
  graph.leave(left, {{-1, graph.add(left, IrOp::multiply, x, x)}});
  graph.leave(right, {{-1, graph.add(right, IrOp::multiply, x, x)}});
  graph.run_pass(number_values);
  CHECK(graph.count(IrOp::multiply) == 2);
  CHECK(graph.run({6}) == std::vector<std::int64_t>{36});
}

TEST_CASE("numbering does not remove loads, which stores may change") {
  SmallGraph graph;
  graph.block();
  const ValueId before = graph.add(0, IrOp::load_cell, no_value, no_value, 7);
  graph.add(0, IrOp::store_cell, graph.constant(5), no_value, 7);
  const ValueId after = graph.add(0, IrOp::load_cell, no_value, no_value, 7);
  graph.leave(0, {{0, before}, {1, after}}, 2);
  number_values(graph.graph);
  CHECK(graph.run({}) == std::vector<std::int64_t>{0, 5});
}

TEST_CASE("a counter is compared after its update, with as many iterations") {
  Countdown countdown;
  Graph& graph = countdown.graph.graph;
  const ValueId less = graph.blocks[1].a;
  graph.blocks[1].a = countdown.counter;
  graph.blocks[1].b = countdown.graph.constant(1);
  const auto before = countdown.graph.run({5, 9});
  compare_updated_counters(graph);
  countdown.graph.check();
  CHECK(graph.blocks[1].a == less);
  CHECK(graph.is_constant(graph.blocks[1].b, 0));
  CHECK(countdown.graph.run({5, 9}) == before);
}

TEST_CASE("verify finds a use that its definition does not dominate") {
  SmallGraph graph;
  const auto [start, left, right] = graph.blocks<3>();
  const ValueId x = slot(graph, start, -1);
  graph.branch(start, x, graph.constant(0), left, right);
  const ValueId y = graph.add(left, IrOp::multiply, x, x);
  graph.leave(left, {{-1, y}});
  graph.leave(right, {{-1, y}});
  CHECK(verify(graph.graph) != "");
  graph.graph.exits.back().stack.stored.clear();
  graph.check();
  graph.graph.blocks[start].edges[0].args = {x};
  CHECK(verify(graph.graph) != "");
}
