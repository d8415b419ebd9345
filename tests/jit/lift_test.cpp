#include "jit/lift/lift.h"

#include "jit/hot_blocks.h"
#include "jit/passes/passes.h"
#include "jit/small_graph.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

// Verified before and after the passes.
Lifted lifted(HotBlocks& superblocks, const ProfileFeedback& feedback = HotBlocks::no_feedback()) {
  Lifted result = superblocks.lifted(feedback);
  INFO(to_text(result.graph));
  REQUIRE(verify(result.graph) == "");
  optimise(result.graph);
  INFO(to_text(result.graph));
  REQUIRE(verify(result.graph) == "");
  return result;
}

std::size_t in_loops(const Graph& graph, IrOp op) {
  std::size_t found = 0;
  for (const BasicBlock& block : graph.blocks) {
    if (block.loop_depth == 0) continue;
    for (const ValueId id : block.code) found += graph.at(id).op == op ? 1U : 0U;
  }
  return found;
}

bool relies_on(const Lifted& lifted, CellIndex cell) {
  return std::find(lifted.dependencies.begin(), lifted.dependencies.end(), cell) !=
         lifted.dependencies.end();
}

}  // namespace

TEST_CASE("a counter in a cell is read once and kept in a value") {
  HotBlocks superblocks(">09g1-:09p:!#@_$", {20, 10});
  const Lifted result = lifted(superblocks);
  CHECK(in_loops(result.graph, IrOp::load_cell) == 0);
  CHECK(in_loops(result.graph, IrOp::load) == 0);
  CHECK(in_loops(result.graph, IrOp::load_slot) == 0);
  CHECK(in_loops(result.graph, IrOp::store_cell) == 1);
  CHECK(in_loops(result.graph, IrOp::add) == 1);
  CHECK(relies_on(result, 9 * 20));
}

TEST_CASE("a stored value is not loaded again") {
  HotBlocks superblocks(">&:09p09g09g+.", {20, 10});
  const Lifted result = lifted(superblocks);
  CHECK(count_ops(result.graph, IrOp::load_cell) == 0);
}

TEST_CASE("a sum with what a cell holds is added up in it, unless it was stored to meanwhile") {
  HotBlocks adding(">&:1g5+\\1p@", {20, 10});
  Lifted result = lifted(adding);
  CHECK(count_ops(result.graph, IrOp::add_to_cell) == 1);
  CHECK(count_ops(result.graph, IrOp::store) == 0);
  HotBlocks taking(">&:1g&-\\1p@", {20, 10});
  result = lifted(taking);
  CHECK(count_ops(result.graph, IrOp::subtract_from_cell) == 1);
  HotBlocks apart(">&:1g7&2p5+\\1p@", {20, 10});
  result = lifted(apart);
  CHECK(count_ops(result.graph, IrOp::store) == 2);
}

TEST_CASE("a computed store that may hit an aliased cell makes its value unknown") {
  HotBlocks superblocks(">&:09p&&p09g.", {20, 10});
  ProfileFeedback learned = HotBlocks::no_feedback();
  learned.aliased = {180};
  const Lifted result = lifted(superblocks, learned);
  CHECK(count_ops(result.graph, IrOp::load_cell) == 1);
  CHECK(!relies_on(result, 180));
}

TEST_CASE("a computed coordinate is checked against the field, once") {
  HotBlocks superblocks(">&&\\:1g\\2g.", {20, 10});
  const Lifted result = lifted(superblocks);
  CHECK(count_ops(result.graph, IrOp::guard_below) == 1);  // both coordinates share x
  CHECK(count_ops(result.graph, IrOp::load) == 2);
}

TEST_CASE("coordinates within a known range are not checked") {
  HotBlocks superblocks(">&5%4+0g.", {20, 10});  // from 0 to 8
  const Lifted result = lifted(superblocks);
  CHECK(count_ops(result.graph, IrOp::guard_below) == 0);
  CHECK(count_ops(result.graph, IrOp::load) == 1);
}

TEST_CASE("accesses that went out of bounds before are selected, not guarded") {
  HotBlocks superblocks(">&&g.&&&p", {20, 10});
  ProfileFeedback learned = HotBlocks::no_feedback();
  for (CellIndex cell = 0; cell < 200; ++cell) learned.out_of_bounds.insert(cell);
  const Lifted result = lifted(superblocks, learned);
  CHECK(count_ops(result.graph, IrOp::load_or_zero) == 1);
  CHECK(count_ops(result.graph, IrOp::store_inside) == 1);
  CHECK(count_ops(result.graph, IrOp::guard_below) == 0);
}

TEST_CASE("a branch on a constant has one successor") {
  HotBlocks superblocks(">509p09g#v_1.\n         >2.@", {20, 10});
  const Lifted result = lifted(superblocks);
  for (const BasicBlock& block : result.graph.blocks)
    CHECK((block.dead || block.terminator == TerminatorKind::jump));
}

TEST_CASE("a store to code exits before it") {
  HotBlocks superblocks(">&00p", {20, 10});
  const Lifted result = lifted(superblocks);
  CHECK(count_ops(result.graph, IrOp::store_cell) == 0);
  const bool steps = std::any_of(result.graph.exits.begin(), result.graph.exits.end(),
                                 [](const Exit& exit) { return exit.kind == ExitKind::step; });
  CHECK(steps);
}

TEST_CASE("stack values are stored only where the region is left") {
  HotBlocks superblocks(">123@");
  const Lifted result = lifted(superblocks);
  const Exit& end = result.graph.exits.back();
  REQUIRE(end.stack.stored.size() == 3);
  CHECK(end.stack.depth == 3);
  for (int i = 0; i < 3; ++i) {
    const SlotValue& stored = end.stack.stored[static_cast<std::size_t>(i)];
    CHECK(stored.slot == i);
    CHECK(result.graph.is_constant(stored.value, i + 1));
  }
}

TEST_CASE("every back edge has arguments for the phis of the header") {
  for (const char* program :
       {">:#,_@", ">1:#v_@\n^   <", ">&#v_v\n^  1 2\n^  <<<",
        ">509p>09g1-:09p#v_v\n^               <  \n     ^            <", ">?5.\n^<>6.\n  8",
        ">~:1+!#@_,", ">&&+:.&\\%:#v_\\`!#@_\n^          <"}) {
    HotBlocks superblocks(program, {24, 10});
    CAPTURE(program);
    (void)lifted(superblocks);
  }
}
