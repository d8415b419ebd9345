// If-conversion of small graphs, and of lifted programs.
#include "jit/four_way_programs.h"
#include "jit/hot_blocks.h"
#include "jit/passes/passes.h"
#include "jit/small_graph.h"
#include "vm/arithmetic.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

// A `?` with four blocks that add a constant to slot -1, and leave.
struct FourWays {
  explicit FourWays(const std::array<std::int64_t, 4>& amounts,
                    const std::array<std::uint32_t, 4>& ticks = {}) {
    const BlockId start = graph.block();
    const ValueId value = slot(graph, start, -1);
    graph.choose(start);
    for (std::size_t i = 0; i < 4; ++i) {
      const BlockId arm = graph.block();
      graph.jump(start, arm);
      const ValueId sum = graph.add(arm, IrOp::add, value, graph.constant(amounts[i]));
      graph.add(arm, IrOp::store_cell, sum, no_value, 7);
      graph.leave(arm, {{-1, sum}});
      graph.graph.exits.back().ticks = ticks[i];
    }
    graph.check();
  }
  // The value added, and the ticks.
  [[nodiscard]] std::pair<std::int64_t, std::uint64_t> run(std::uint64_t seed) const {
    std::array<std::int64_t, 8> stack{100};
    std::array<std::int64_t, 100> deltas{};
    const std::array<unsigned char, 100> source{};
    const std::array<std::uint8_t, 100> marks{};
    std::uint64_t random = seed;
    NativeContext context;
    context.floor = stack.data();
    context.ceiling = stack.data() + stack.size();
    context.base = stack.data() + 1;
    context.random = &random;
    evaluate(graph.graph, {1000, deltas.data(), 1, &context, source.data(), marks.data()});
    CHECK(deltas[7] == stack[0]);
    return {wrapping_subtract(stack[0], 100), 1000 - context.left};
  }
  SmallGraph graph;
};

bool has_quarter(const Graph& graph) {
  return std::any_of(graph.blocks.begin(), graph.blocks.end(), [](const BasicBlock& block) {
    return !block.dead && block.terminator == TerminatorKind::quarter;
  });
}

// Whether a lifted program has a branch by a quarter left after the passes.
void check_quarter(bool stays, std::string_view text) {
  HotBlocks superblocks(text, {40, 10});
  Lifted lifted = superblocks.lifted();
  INFO(to_text(lifted.graph));
  REQUIRE(has_quarter(lifted.graph));
  REQUIRE(verify(lifted.graph) == "");
  optimise(lifted.graph);
  INFO(to_text(lifted.graph));
  CHECK(verify(lifted.graph) == "");
  CHECK(has_quarter(lifted.graph) == stays);
}

constexpr std::string_view count_down = "09g1-:09p!#@_";

}  // namespace

TEST_CASE("if-conversion: each arm has its own value and its own ticks") {
  const std::array<std::array<std::int64_t, 4>, 6> all_amounts{{{1, 0, -1, 0},
                                                                {1, 2, 3, 4},
                                                                {5, 5, 5, 5},
                                                                {7, -2, 90, 7},
                                                                {INT64_MIN, 0, 1, INT64_MAX},
                                                                {3, 8, 3, 1000}}};
  const std::array<std::array<std::uint32_t, 4>, 3> all_ticks{
      {{10, 10, 10, 10}, {8, 8, 10, 10}, {1, 25, 3, 4}}};
  for (const auto& amounts : all_amounts) {
    for (const auto& ticks : all_ticks) {
      const FourWays before(amounts, ticks);
      FourWays after = before;
      REQUIRE(if_convert(after.graph.graph));
      INFO(to_text(after.graph.graph));
      after.graph.check();
      CHECK_FALSE(has_quarter(after.graph.graph));
      CHECK(after.graph.count(IrOp::store_cell) == 1);
      CHECK(after.graph.count(IrOp::charge_by) == (ticks[1] == 10 ? 0 : 1));
      for (std::uint64_t seed = 0; seed < 40; ++seed) CHECK(after.run(seed) == before.run(seed));
    }
  }
}

TEST_CASE("if-conversion: arms with different skeletons stay separate") {
  FourWays other_cell({1, 2, 3, 4});
  for (Instr& instr : other_cell.graph.graph.values) {
    if (instr.op == IrOp::store_cell && instr.block == 3) instr.k = 8;
  }
  CHECK_FALSE(if_convert(other_cell.graph.graph));

  FourWays other_depth({1, 2, 3, 4});
  other_depth.graph.graph.exits.back().stack.depth = 1;
  CHECK_FALSE(if_convert(other_depth.graph.graph));

  FourWays more({1, 2, 3, 4});
  more.graph.add(2, IrOp::put_number, more.graph.constant(1));
  CHECK_FALSE(if_convert(more.graph.graph));
}

TEST_CASE("if-conversion: a block with another predecessor stays") {
  FourWays arms({1, 2, 3, 4});
  Graph& graph = arms.graph.graph;
  graph.blocks[2].entry = 2;
  REQUIRE(if_convert(graph));
  CHECK(graph.blocks[1].dead);
  CHECK_FALSE(graph.blocks[2].dead);
}

TEST_CASE("if-conversion: a value loaded before a store is loaded again") {
  SmallGraph graph;
  const BlockId start = graph.block();
  graph.choose(start);
  for (std::int64_t i = 0; i < 4; ++i) {
    const BlockId arm = graph.block();
    graph.jump(start, arm);
    const ValueId old = graph.add(arm, IrOp::load_cell, no_value, no_value, 7);
    graph.add(arm, IrOp::store_cell, graph.add(arm, IrOp::add, old, graph.constant(i)), no_value,
              7);
    graph.leave(arm, {{-1, graph.add(arm, IrOp::load_cell, no_value, no_value, 7)}});
  }
  REQUIRE(if_convert(graph.graph));
  graph.check();
  CHECK(graph.count(IrOp::load_cell) == 2);
}

TEST_CASE("if-conversion: a value loaded before an addition to its cell is loaded again") {
  for (const IrOp op : {IrOp::add_to_cell, IrOp::subtract_from_cell, IrOp::store}) {
    SmallGraph graph;
    const BlockId start = graph.block();
    const ValueId place = slot(graph, start, -1);
    const ValueId other = slot(graph, start, -2);  // may be the same
    graph.choose(start);
    for (std::int64_t i = 0; i < 4; ++i) {
      const BlockId arm = graph.block();
      graph.jump(start, arm);
      const ValueId before = graph.add(arm, IrOp::load, other);
      graph.add(arm, op, place, graph.constant(i));
      const ValueId after = graph.add(arm, IrOp::load, other);
      graph.leave(arm, {{-1, before}, {-2, after}});
    }
    REQUIRE(if_convert(graph.graph));
    graph.check();
    CHECK(graph.count(IrOp::load) == 2);
  }
}

// block 1 is entered again for each quarter 0, and block 2 stores its counter.
TEST_CASE("if-conversion: a block whose values are used elsewhere stays") {
  for (const bool is_used : {false, true}) {
    SmallGraph graph;
    const auto [start, again, choice] = graph.blocks<3>();
    const ValueId count = graph.phi(again);
    const ValueId zero = graph.constant(0);
    graph.jump(start, again, {zero});
    const ValueId more = graph.add(again, IrOp::add, count, graph.constant(1));
    graph.add(again, IrOp::store_cell, more, no_value, 7);
    graph.jump(again, choice);
    graph.add(choice, IrOp::put_number, is_used ? more : zero);
    graph.graph.values.back().exit = graph.exit();
    graph.choose(choice);
    graph.graph.blocks[choice].header = true;
    graph.jump(choice, again, {zero});
    for (int i = 0; i < 3; ++i) {
      const BlockId arm = graph.block();
      graph.jump(choice, arm);
      graph.add(arm, IrOp::store_cell, zero, no_value, 7);
      graph.jump(arm, choice);
    }
    graph.check();
    CHECK(if_convert(graph.graph) != is_used);
    graph.check();
  }
}

TEST_CASE("if-conversion: a random walk has no branch by a quarter") {
  const std::string until(count_down);
  check_quarter(false, program_of({"", {"1+", "\\1+\\", "1-", "\\1-\\"}, until}));
  check_quarter(false, program_of({"19g", {"1+", "2+", "3+", ""}, "19p" + until}));
  check_quarter(false, program_of({"", {"19g1+19p", "19g2+19p", "019p", "919p"}, until}));
  // Its arms push, and may leave the loop.
  check_quarter(false, program_of({"", {"111", "112", "29g:3", "417"}, ".$$" + until}));
  // Two in a row.
  check_quarter(false, program_of(std::vector<Shape>{{"", {"1", "2", "3", "4"}, ""},
                                                     {"", {"1+", "5+", "2*", ""}, "." + until}}));
}

TEST_CASE("if-conversion: a back edge to the ?, and different cells, prevent it") {
  const std::string until(count_down);
  check_quarter(true, ">>?v\n  v\n^  <");
  check_quarter(true, program_of({"", {"1+", "2+", "3+", "4+"}, ""}));
  check_quarter(true, program_of({"", {"119p", "129p", "139p", "149p"}, until}));
  check_quarter(true, program_of({"", {"1", "12", "1", "1"}, until}));
}
