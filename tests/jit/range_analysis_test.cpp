// Range analysis, and stack checks.
#include "jit/passes/passes.h"
#include "jit/small_graph.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

void guard_stack(SmallGraph& graph, BlockId block, int need, int reach) {
  const ValueId guard = graph.add(block, IrOp::guard_stack);
  graph.graph.at(guard).exit = graph.exit();
  graph.graph.at(guard).need = static_cast<std::int16_t>(need);
  graph.graph.at(guard).reach = static_cast<std::int16_t>(reach);
}

// slot -1 between low and high, divided by `divisor`: the quotient, and in slot 0 the remainder.
SmallGraph division_within(std::int64_t low, std::int64_t high, std::int64_t divisor) {
  SmallGraph graph;
  graph.block();
  const ValueId x = slot(graph, 0, -1);
  graph.guard_below(0, graph.add(0, IrOp::add, x, graph.constant(-low)), high - low + 1);
  const ValueId by = graph.constant(divisor);
  const ValueId quotient = graph.add(0, IrOp::divide, x, by);
  graph.leave(0, {{-1, quotient}, {0, graph.add(0, IrOp::remainder, x, by)}}, 1);
  propagate_ranges(graph.graph, true);
  graph.run_pass(number_values);
  return graph;
}

}  // namespace

TEST_CASE("ranges make divisions of small values short, and correct for each value") {
  for (const ValueRange range :
       {ValueRange{0, 159}, {-8, 151}, {0, 0}, {-300, -1}, {-2000, 2000}, {3, 5000}}) {
    const std::int64_t low = range.low;
    for (const std::int64_t divisor : {2, 3, 5, 7, 8, 9, 10, 12, 25, 31, 97, 160, 641, -3, -8}) {
      const SmallGraph graph = division_within(low, range.high, divisor);
      CAPTURE(low);
      CAPTURE(divisor);
      CHECK(graph.count(IrOp::divide) + graph.count(IrOp::remainder) == 0);
      CHECK((divisor < 0 || graph.count(IrOp::multiply_high) == 0));
      for (std::int64_t x = low; x <= range.high; ++x) {
        const auto result = graph.run({x});
        REQUIRE(result[0] == x / divisor);
        REQUIRE(result[1] == x % divisor);
      }
    }
  }
}

TEST_CASE("ranges of up to 2^31 are correct at their bounds") {
  for (const std::int64_t divisor : {3, 7, 10, 641, 65'537, 1'000'003, INT32_MAX}) {
    const SmallGraph graph = division_within(-INT32_MAX, INT32_MAX, divisor);
    CAPTURE(divisor);
    for (const std::int64_t multiple : {std::int64_t{0}, divisor, INT32_MAX / divisor * divisor}) {
      for (const std::int64_t near : {-1, 0, 1}) {
        for (const std::int64_t x : {multiple + near, -multiple + near}) {
          if (x < -INT32_MAX || x > INT32_MAX) continue;
          CHECK(graph.run({x}) == std::vector<std::int64_t>{x / divisor, x % divisor});
        }
      }
    }
  }
}

TEST_CASE("ranges: guards that earlier ones imply are removed") {
  SmallGraph graph;
  graph.block();
  const ValueId x = slot(graph, 0, -1);
  const ValueId more = graph.add(0, IrOp::add, x, graph.constant(3));
  graph.guard_below(0, x, 10);
  graph.guard_below(0, x, 12);     // follows
  graph.guard_below(0, more, 13);  // 3..12
  graph.guard_below(0, more, 12);  // may fail
  graph.guard_below(0, x, 9);      // follows from that
  graph.leave(0, {{-1, more}});
  graph.run_range_analysis();
  CHECK(graph.count(IrOp::guard_below) == 2);
  CHECK(graph.run({8}) == std::vector<std::int64_t>{11});
}

TEST_CASE("ranges are known on one side of a branch only") {
  SmallGraph graph;
  const auto [start, small, large, end] = graph.blocks<4>();
  const ValueId x = slot(graph, start, -1);
  graph.guard_below(start, x, 100);
  graph.branch(start, x, graph.constant(9), small, large);
  graph.graph.blocks[start].condition = Condition::greater;
  graph.guard_below(small, x, 10);  // follows
  graph.guard_below(large, x, 10);  // always fails, but stays
  graph.jump(small, end);
  graph.jump(large, end);
  graph.guard_below(end, x, 50);
  graph.leave(end, {{-1, x}});
  graph.run_range_analysis();
  CHECK(graph.graph.blocks[small].code.empty());
  CHECK(graph.graph.blocks[large].code.size() == 1);
  CHECK(graph.graph.blocks[end].code.size() == 1);
}

TEST_CASE("ranges of a phi are the union of its arguments' ranges") {
  for (const bool loop : {false, true}) {
    SmallGraph graph;
    const auto [start, left, join, end] = graph.blocks<4>();
    const ValueId x = slot(graph, start, -1);
    const ValueId phi = graph.phi(join);
    graph.guard_below(start, x, 5);
    graph.branch(start, x, graph.constant(2), join, left);
    graph.graph.blocks[start].edges[0].args = {x};
    graph.jump(left, join, {graph.constant(7)});
    graph.guard_below(join, phi, 8);
    const ValueId next = graph.add(join, IrOp::add, phi, graph.constant(1));
    if (loop) {
      graph.branch(join, next, graph.constant(0), end, join, {next});
    } else {
      graph.jump(join, end);
    }
    graph.leave(end, {{-1, phi}});
    graph.run_range_analysis();
    CHECK(graph.graph.blocks[join].code.size() == (loop ? 2U : 1U));
  }
}

TEST_CASE("ranges of a counter are found, up to a bound or down to zero") {
  // From 0 while less than 9, and from 9 down to 0; the guard checks that it is below 10.
  for (const bool up : {true, false}) {
    CAPTURE(up);
    SmallGraph graph;
    const auto [start, loop, end] = graph.blocks<3>();
    const ValueId counter = graph.phi(loop);
    graph.jump(start, loop, {graph.constant(up ? 0 : 9)});
    graph.guard_below(loop, counter, 10);
    const ValueId next = graph.add(loop, IrOp::add, counter, graph.constant(up ? 1 : -1));
    graph.branch(loop, up ? graph.constant(9) : next, up ? next : graph.constant(0), end, loop);
    if (up) graph.graph.blocks[loop].condition = Condition::greater;
    graph.graph.blocks[loop].edges[1].args = {next};
    graph.leave(end, {{0, next}}, 1);
    graph.run_range_analysis();
    CHECK(graph.count(IrOp::guard_below) == 0);
    CHECK(graph.run({}) == std::vector<std::int64_t>{up ? 9 : 0});
  }
}

TEST_CASE("ranges of an unbounded counter are unlimited") {
  SmallGraph graph;
  const auto [start, loop, end] = graph.blocks<3>();
  const ValueId counter = graph.phi(loop);
  graph.jump(start, loop, {graph.constant(0)});
  graph.guard_below(loop, counter, 10);
  const ValueId next = graph.add(loop, IrOp::add, counter, graph.constant(1));
  graph.branch(loop, slot(graph, loop, -1), next, end, loop, {next});
  graph.leave(end, {{0, next}}, 1);
  graph.run_range_analysis();
  CHECK(graph.count(IrOp::guard_below) == 1);
}

TEST_CASE("ranges: a remainder that is compared with zero is reduced to its low bits") {
  for (const std::int64_t divisor : {2, 8, -4}) {
    SmallGraph graph;
    const auto [start, even, odd] = graph.blocks<3>();
    const ValueId x = slot(graph, start, -1);
    const ValueId rest = graph.add(start, IrOp::remainder, x, graph.constant(divisor));
    const ValueId zero = graph.add(start, IrOp::is_zero, rest);
    graph.branch(start, rest, graph.constant(0), even, odd);
    graph.leave(even, {{-1, graph.constant(100)}, {0, zero}}, 1);
    graph.leave(odd, {{-1, graph.constant(200)}, {0, zero}}, 1);
    propagate_ranges(graph.graph, true);
    number_values(graph.graph);
    graph.run_pass(remove_dead_code);
    CHECK(graph.graph.blocks[start].code.size() == 3);  // the load, the bits, the comparison
    for (const std::int64_t value : {0L, 1L, -1L, 8L, -8L, 7L, -12L, INT64_MAX, INT64_MIN}) {
      const bool none = value % divisor == 0;
      CHECK(graph.run({value}) == std::vector<std::int64_t>{none ? 100 : 200, none ? 1 : 0});
    }
  }
}

TEST_CASE("stack checks that others imply are removed") {
  SmallGraph graph;
  const auto [start, next] = graph.blocks<2>();
  guard_stack(graph, start, 2, 3);
  guard_stack(graph, start, 1, 3);          // follows
  guard_stack(graph, start, unlimited, 5);  // does not
  graph.jump(start, next);
  graph.graph.blocks[start].edges[0].rebase = true;
  graph.graph.blocks[start].edges[0].stack.depth = 1;
  guard_stack(graph, next, 3, 4);  // 3 below, 4 above: follows
  guard_stack(graph, next, 4, 4);  // one more below
  graph.leave(next, {});
  graph.run_pass(remove_stack_checks);
  CHECK(graph.graph.blocks[start].code.size() == 2);
  REQUIRE(graph.graph.blocks[next].code.size() == 1);
  const Instr& left = graph.graph.at(graph.graph.blocks[next].code[0]);
  CHECK(left.need == 4);
  CHECK(left.reach == unlimited);
}

TEST_CASE("stack checks stay only in loops that move the stack") {
  for (const int depth : {0, 1, -1}) {
    SmallGraph graph;
    const auto [start, loop, end] = graph.blocks<3>();
    guard_stack(graph, start, 1, 2);
    const ValueId x = slot(graph, start, -1);
    graph.jump(start, loop);
    guard_stack(graph, loop, 1, 2);
    graph.branch(loop, x, graph.constant(0), end, loop);
    graph.graph.blocks[loop].edges[1].rebase = true;
    graph.graph.blocks[loop].edges[1].stack.depth = static_cast<std::int16_t>(depth);
    graph.leave(end, {});
    graph.run_pass(remove_stack_checks);
    CAPTURE(depth);
    if (depth == 0) {
      CHECK(graph.graph.blocks[loop].code.empty());
      continue;
    }
    REQUIRE(graph.graph.blocks[loop].code.size() == 1);
    const Instr& left = graph.graph.at(graph.graph.blocks[loop].code[0]);
    CHECK(left.need == (depth < 0 ? 1 : unlimited));
    CHECK(left.reach == (depth > 0 ? 2 : unlimited));
  }
}

TEST_CASE("ranges: nonnegative values are divided without sign correction, and guarded once") {
  SmallGraph graph;
  graph.block();
  const ValueId x = slot(graph, 0, -1);
  for (int i = 0; i < 2; ++i) {
    const ValueId guard = graph.add(0, IrOp::guard_nonnegative, x);
    graph.graph.at(guard).exit = graph.exit();
  }
  const ValueId by = graph.constant(8);
  const ValueId quotient = graph.add(0, IrOp::divide, x, by);
  graph.leave(0, {{-1, quotient}, {0, graph.add(0, IrOp::remainder, x, by)}}, 1);
  graph.run_range_analysis();
  CHECK(graph.count(IrOp::guard_nonnegative) == 1);
  CHECK(graph.graph.blocks[0].code.size() == 4);  // load, guard, shift, and
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{77}, INT64_MAX}) {
    CHECK(graph.run({value}) == std::vector<std::int64_t>{value / 8, value % 8});
  }
}

TEST_CASE("ranges: a block that only back edges reach is visited after them") {
  SmallGraph graph;
  const auto [start, behind, asks, middle, end] = graph.blocks<5>();
  graph.graph.blocks[behind].header = true;
  const ValueId x = slot(graph, start, -1);
  graph.jump(start, middle);
  const ValueId phi = graph.phi(behind);
  graph.jump(behind, asks);
  graph.guard_below(asks, phi, 7);
  graph.jump(asks, middle);
  graph.branch(middle, x, graph.constant(0), end, behind, {graph.constant(5)});
  graph.leave(end, {});
  graph.run_range_analysis();
  CHECK(graph.count(IrOp::guard_below) == 0);  // it is 5
}

TEST_CASE("ranges: edges from blocks that are visited later count, whatever their number") {
  SmallGraph graph;
  const auto [start, behind, loop] = graph.blocks<3>();
  graph.graph.blocks[behind].header = true;
  const ValueId phi = graph.phi(loop);
  graph.jump(start, loop, {graph.constant(1)});
  graph.jump(behind, loop, {graph.constant(100)});
  graph.guard_below(loop, phi, 50);
  graph.jump(loop, behind);
  graph.run_range_analysis();
  CHECK(graph.count(IrOp::guard_below) == 1);
}
