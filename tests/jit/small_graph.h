// Graphs built by hand, and run on a stack of a few values.
#pragma once

#include "jit/evaluator.h"
#include "jit/ir/ir_builder.h"
#include "jit/passes/passes.h"
#include "support/test.h"

namespace fungescope::jit::test {

[[nodiscard]] inline std::size_t count_ops(const Graph& graph, IrOp op) {
  std::size_t found = 0;
  for (const BasicBlock& block : graph.blocks) {
    for (const ValueId id : block.code) found += graph.at(id).op == op ? 1U : 0U;
  }
  return found;
}

// Blocks are added in order; the first one is the entry.
class SmallGraph {
 public:
  SmallGraph() : values(graph) { graph.field = {10, 10}; }

  BlockId block() {
    graph.blocks.emplace_back();
    if (graph.blocks.size() == 1) graph.blocks[0].entry = 1;
    return static_cast<BlockId>(graph.blocks.size() - 1);
  }
  template <std::size_t n>
  std::array<BlockId, n> blocks() {
    std::array<BlockId, n> made{};
    for (BlockId& id : made) id = block();
    return made;
  }
  ValueId constant(std::int64_t k) { return values.constant(k); }
  // Without folding.
  ValueId add(BlockId block, IrOp op, ValueId a = no_value, ValueId b = no_value,
              std::int64_t k = 0) {
    const ValueId id = values.append(instr(block, op, a, b, k));
    graph.blocks[block].code.push_back(id);
    return id;
  }
  ValueId phi(BlockId block) {
    const ValueId id = values.append(instr(block, IrOp::phi, no_value, no_value, 0));
    graph.blocks[block].phis.push_back(id);
    return id;
  }
  ExitId exit(std::vector<SlotValue> stored = {}, int depth = 0) {
    Exit way_out{.stack = {static_cast<std::int16_t>(depth), std::move(stored)}};
    graph.exits.push_back(way_out);
    return static_cast<ExitId>(graph.exits.size() - 1);
  }
  void leave(BlockId block, std::vector<SlotValue> stored, int depth = 0) {
    Edge edge{.exit = exit(std::move(stored), depth)};
    graph.blocks[block].edges.push_back(edge);
  }
  void jump(BlockId from, BlockId to, std::vector<ValueId> args = {}) {
    Edge edge{.to = to, .args = std::move(args)};
    graph.blocks[from].edges.push_back(edge);
  }
  // To `otherwise` if a == b, else with arguments to `then`.
  void branch(BlockId from, ValueId a, ValueId b, BlockId otherwise, BlockId then,
              std::vector<ValueId> args = {}) {
    graph.blocks[from].terminator = TerminatorKind::branch;
    graph.blocks[from].a = a;
    graph.blocks[from].b = b;
    jump(from, otherwise);
    jump(from, then, std::move(args));
  }

  // To one of four edges, at random.
  void choose(BlockId from) {
    graph.blocks[from].terminator = TerminatorKind::quarter;
    graph.blocks[from].a = add(from, IrOp::random_quarter);
  }
  // Leaves at an exit of its own unless 0 <= value < k.
  void guard_below(BlockId block, ValueId value, std::int64_t k) {
    const ValueId guard = add(block, IrOp::guard_below, value, no_value, k);
    graph.at(guard).exit = exit();
  }

  void check() const { CHECK(verify(graph) == ""); }
  // Verifies the graph before and after a pass.
  template <class Pass>
  void run_pass(Pass pass) {
    check();
    pass(graph);
    check();
  }
  void run_range_analysis() {
    run_pass([](Graph& all) { propagate_ranges(all, true); });
  }

  // Runs the graph on a stack with the values `below` under slot 0; returns the stack.
  [[nodiscard]] std::vector<std::int64_t> run(std::initializer_list<std::int64_t> below) const {
    std::array<std::int64_t, 64> stack{};
    std::copy(below.begin(), below.end(), stack.begin());
    std::array<std::int64_t, 100> deltas{};
    const std::array<unsigned char, 100> source{};
    const std::array<std::uint8_t, 100> marks{};
    NativeContext context{.base = stack.data() + below.size(),
                          .floor = stack.data(),
                          .ceiling = stack.data() + stack.size()};
    evaluate(graph, {1000, deltas.data(), 1, &context, source.data(), marks.data()});
    return {stack.data(), context.base};
  }

  [[nodiscard]] std::size_t count(IrOp op) const { return count_ops(graph, op); }

  Graph graph;
  IrBuilder values;

 private:
  static Instr instr(BlockId block, IrOp op, ValueId a, ValueId b, std::int64_t k) {
    Instr made{.op = op, .a = a, .b = b, .k = k, .block = block};
    return made;
  }
};

// Loads a slot.
[[nodiscard]] inline ValueId slot(SmallGraph& graph, BlockId block, int number) {
  return graph.add(block, IrOp::load_slot, no_value, no_value, number);
}

}  // namespace fungescope::jit::test
