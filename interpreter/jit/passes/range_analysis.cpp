// Range analysis: removes guards that always hold, and lowers divisions (division_lowering.cpp).
//
// After `guard_below x 160`, x is in 0..159; after a branch on `x > 9`, it is greater than 9 on one
// side. Blocks are visited in a preorder walk of the dominator tree with the ranges known so far;
// ranges learned in a block are undone after its subtree. A range of x implies one of x + 3 and
// vice versa.
//
// Example: `:3/\3/…g` after a `g` at the same position: the guards of the second are redundant, and
// the divisions are a short multiplication and a shift each.
//
// The range of a phi is the union over its edges. Around a loop it is found by speculation: the phi
// is assumed to keep the range of the forward edges; if a back edge exceeds it, that bound is
// widened and the analysis repeats until all assumptions hold (widening: P. Cousot, R. Cousot,
// 1977). So a counter that starts at 0 and increases while it is less than 9 is in 0..9.
//
// Cost: three or four visits of each operand, and the dominator tree. Test: 'ranges ...' in
// tests/jit/range_analysis_test.cpp.
#include "jit/ir/control_flow.h"
#include "jit/ir/value_range.h"
#include "jit/passes/passes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace fungescope::jit {
namespace {

class RangeAnalysis {
 public:
  RangeAnalysis(Graph& graph, bool divisions)
      : graph_(graph),
        lowers_divisions_(divisions),
        dominators_(graph),
        order_(graph.blocks.size() + 1, unnumbered),
        values_(graph),
        replacements_(graph),
        ranges_(graph.values.size()),
        incoming_(graph.blocks.size()),
        phis_(graph.blocks.size()),
        loops_(graph.blocks.size()) {}

  void run() {
    number_blocks();
    find_incoming();
    for (unsigned round = 0; !assumptions_hold_; ++round) {
      assumptions_hold_ = true;
      if (round == max_rounds) assume_nothing();
      for (std::vector<ValueRange>& phis : phis_) phis.clear();
      walk();
      forget(0);
    }
    transforms_ = true;
    for (std::vector<ValueRange>& phis : phis_) phis.clear();
    walk();
    replacements_.apply(graph_);
  }

 private:
  struct Change {
    ValueId value = no_value;
    ValueRange before;
  };
  // The assumed range of a phi of a loop. A bound that does not hold is widened: the lower one to
  // 1, to 0, and to none; the upper one to the constant that the back edge compares with, and to
  // none.
  struct LoopPhi {
    ValueRange range;
    unsigned low_moves = 0;
    unsigned high_moves = 0;
    std::int64_t limit = INT64_MIN;
    static constexpr unsigned any_low = 3;
    static constexpr unsigned any_high = 2;
  };
  struct IncomingEdge {
    std::size_t count = 0;
    BlockId from = no_block;
    std::size_t edge = 0;
    bool has_back_edge = false;  // one of them is a back edge
  };
  static constexpr std::uint32_t unnumbered = ~std::uint32_t{0};

  // Numbers the blocks in the order of visits, which may differ from the order of their ids: a
  // block may be reached by back edges only.
  void number_blocks() {
    std::uint32_t number = 0;
    std::vector<BlockId> open{dominators_.root()};
    while (!open.empty()) {
      const BlockId block = open.back();
      open.pop_back();
      order_[block] = number++;
      open.insert(open.end(), dominators_.children()[block].rbegin(),
                  dominators_.children()[block].rend());
    }
  }
  [[nodiscard]] bool is_back_edge(BlockId from, BlockId to) const {
    return order_[to] <= order_[from];
  }

  void find_incoming() {
    for (BlockId id = 0; id < graph_.blocks.size(); ++id) {
      const BasicBlock& block = graph_.blocks[id];
      if (order_[id] == unnumbered) continue;
      for (std::size_t i = 0; i < block.edges.size(); ++i) {
        if (block.edges[i].to == no_block) continue;
        IncomingEdge& edge = incoming_[block.edges[i].to];
        edge = {edge.count + 1, id, i, edge.has_back_edge || is_back_edge(id, block.edges[i].to)};
      }
    }
  }

  // Drops all assumptions, so that they hold.
  void assume_nothing() {
    for (std::vector<LoopPhi>& loop : loops_) {
      for (LoopPhi& phi : loop) {
        phi.low_moves = LoopPhi::any_low;
        phi.high_moves = LoopPhi::any_high;
      }
    }
  }

  // Depth first, children in ascending order: most edges into a block are seen before it; the
  // others are back edges.
  void walk() {
    struct Step {
      BlockId block;
      std::size_t next = 0;     // index in its children
      std::size_t changes = 0;  // made before it
    };
    std::vector<Step> path{{dominators_.root()}};
    while (!path.empty()) {
      Step& here = path.back();
      if (here.next < dominators_.children()[here.block].size()) {
        const BlockId block = dominators_.children()[here.block][here.next++];
        path.push_back({block, 0, changes_.size()});
        visit(block);
        continue;
      }
      forget(here.changes);
      path.pop_back();
    }
  }

  void visit(BlockId id) {
    learn_from_incoming(id);
    BasicBlock& block = graph_.blocks[id];
    if (block.entry == 0) set_phis(id);
    if (transforms_) {
      rewrite_code(id);
    } else {
      for (const ValueId value : block.code) learn_from(value);
    }
    for (std::size_t i = 0; i < block.edges.size(); ++i) {
      if (block.edges[i].to == no_block) continue;
      const std::size_t before = changes_.size();
      learn_from_branch(block, i);
      propagate(block.edges[i], id);
      forget(before);
    }
  }

  // Learns what a guard ensures, or sets the range of a value.
  void learn_from(ValueId value) {
    const Instr& instr = graph_.at(value);
    switch (instr.op) {
      case IrOp::guard_below:
        return learn(instr.a, {0, instr.k - 1});
      case IrOp::guard_nonnegative:
        return learn(instr.a, {0, INT64_MAX});
      case IrOp::guard_nonzero:
        return learn_not(instr.a, 0);
      default:
        if (has_value(instr.op)) set(value, range_of(instr));
    }
  }

  void rewrite_code(BlockId id) {
    BasicBlock& block = graph_.blocks[id];
    std::vector<ValueId> old = std::exchange(block.code, {});
    block.code.reserve(old.size());
    for (const ValueId value : old) {
      if (graph_.at(value).op == IrOp::is_zero) {
        const ValueId asked = zero_test(graph_.at(value).a, id);
        graph_.at(value).a = asked;
      }
      for_each_operand(graph_.values[value],
                       [this](ValueId& use) { use = replacements_.resolve(use); });
      rewrite_value(value, block.code);
    }
    const bool tests_zero = block.terminator == TerminatorKind::branch &&
                            block.condition == Condition::not_equal &&
                            graph_.is_constant(block.b, 0);
    if (tests_zero) block.a = zero_test(block.a, id);
    for (ValueId* use : {&block.a, &block.b}) {
      if (*use != no_value) *use = replacements_.resolve(*use);
    }
  }

  // Returns a value that is 0 exactly if `value` is, and cheaper if possible.
  ValueId zero_test(ValueId value, BlockId block) {
    if (!lowers_divisions_) return value;
    const ValueId bits = zero_test_of(graph_, values_, value, block, graph_.blocks[block].code);
    return bits == no_value ? value : bits;
  }

  void rewrite_value(ValueId value, std::vector<ValueId>& code) {
    const Instr& instr = graph_.at(value);
    switch (instr.op) {
      case IrOp::guard_below:
      case IrOp::guard_nonnegative:
      case IrOp::guard_nonzero:
        if (always_holds(instr, range_at(instr.a))) return;
        break;
      case IrOp::divide:
      case IrOp::remainder: {
        if (!lowers_divisions_) break;
        const ValueRange result = range_of(instr);
        const ValueId other = lower_division(graph_, values_, value, range_at(instr.a), code);
        if (other == no_value) break;
        replacements_.replace(value, other);
        return learn(other, result);
      }
      default:
        break;
    }
    code.push_back(value);
    learn_from(value);
  }

  // ---- Known ranges

  [[nodiscard]] ValueRange range_of(const Instr& instr) const {
    return range_of_result(graph_, instr, [this](ValueId id) { return recorded_range(id); });
  }
  [[nodiscard]] ValueRange recorded_range(ValueId id) const {
    if (graph_.is_constant(id)) return {graph_.at(id).k, graph_.at(id).k};
    return id < ranges_.size() ? ranges_[id] : ValueRange{};
  }
  // Includes what was learned about its operands since it was computed.
  [[nodiscard]] ValueRange range_at(ValueId id) const {
    return intersect(recorded_range(id), range_of(graph_.at(id)));
  }

  void set(ValueId id, ValueRange range) {
    if (id >= ranges_.size()) ranges_.resize(graph_.values.size());
    if (ranges_[id] == range) return;
    changes_.push_back({id, ranges_[id]});
    ranges_[id] = range;
  }
  void forget(std::size_t changes) {
    for (; changes_.size() > changes; changes_.pop_back()) {
      ranges_[changes_.back().value] = changes_.back().before;
    }
  }

  void learn(ValueId id, ValueRange range) {
    if (graph_.is_constant(id)) return;
    const ValueRange now = intersect(range_at(id), range);
    set(id, now);
    const Instr& instr = graph_.at(id);
    if (instr.op != IrOp::add || !graph_.is_constant(instr.b) || !sums_cannot_wrap(now)) return;
    const std::int64_t k = graph_.at(instr.b).k;
    if (sums_cannot_wrap({k, k})) learn(instr.a, {now.low - k, now.high - k});
  }
  void learn_not(ValueId id, std::int64_t k) {
    ValueRange range = range_at(id);
    if (range.low == k && k != INT64_MAX) ++range.low;
    if (range.high == k && k != INT64_MIN) --range.high;
    if (range.low <= range.high) learn(id, range);
  }

  // ---- Edges

  void learn_from_incoming(BlockId id) {
    const IncomingEdge& edge = incoming_[id];
    if (edge.count != 1 || graph_.blocks[id].entry != 0) return;
    learn_from_branch(graph_.blocks[edge.from], edge.edge);
  }

  void learn_from_branch(const BasicBlock& from, std::size_t edge) {
    if (from.terminator != TerminatorKind::branch) return;
    const bool holds = edge == 1;
    const ValueRange a = range_at(from.a);
    const ValueRange b = range_at(from.b);
    if (from.condition == Condition::not_equal) {
      if (!holds) {
        learn(from.a, b);
        return learn(from.b, a);
      }
      if (b.low == b.high) learn_not(from.a, b.low);
      if (a.low == a.high) learn_not(from.b, a.low);
    } else if (holds) {  // a > b
      if (b.low != INT64_MAX) learn(from.a, {b.low + 1, INT64_MAX});
      if (a.high != INT64_MIN) learn(from.b, {INT64_MIN, a.high - 1});
    } else {
      learn(from.a, {INT64_MIN, b.high});
      learn(from.b, {a.low, INT64_MAX});
    }
  }

  void set_phis(BlockId id) {
    const std::vector<ValueId>& phis = graph_.blocks[id].phis;
    if (phis_[id].size() != phis.size()) return;
    if (incoming_[id].has_back_edge) loops_[id].resize(phis.size());
    for (std::size_t i = 0; i < phis.size(); ++i) {
      set(phis[i],
          incoming_[id].has_back_edge ? assumed_range(loops_[id][i], phis_[id][i]) : phis_[id][i]);
    }
  }

  ValueRange assumed_range(LoopPhi& phi, ValueRange at_first) const {
    // The last round has shown that it holds.
    if (transforms_) return phi.range;
    static constexpr std::array<std::int64_t, 4> lowest{INT64_MAX, 1, 0, INT64_MIN};
    phi.range.low = std::min(at_first.low, lowest[phi.low_moves]);
    phi.range.high = at_first.high;
    if (phi.high_moves == 1) phi.range.high = std::max(at_first.high, phi.limit);
    if (phi.high_moves == LoopPhi::any_high) phi.range.high = INT64_MAX;
    return phi.range;
  }

  // Widens the assumption if the range on the back edge from `from` exceeds it.
  void check_assumption(LoopPhi& phi, ValueRange range, const BasicBlock& from) {
    if (range.low < phi.range.low) {
      assumptions_hold_ = false;
      phi.low_moves = std::min(phi.low_moves + 1, LoopPhi::any_low);
    }
    if (range.high > phi.range.high) {
      assumptions_hold_ = false;
      phi.high_moves = std::min(phi.high_moves + 1, LoopPhi::any_high);
      for (const ValueId compared : {from.a, from.b}) {
        if (compared != no_value && graph_.is_constant(compared)) {
          phi.limit = graph_.at(compared).k;
        }
      }
    }
  }

  void check_back_edge(const Edge& edge, BlockId from) {
    if (transforms_ || graph_.blocks[edge.to].entry != 0) return;
    // Nothing is assumed of a block that only back edges reach.
    std::vector<LoopPhi>& loop = loops_[edge.to];
    for (std::size_t i = 0; i < loop.size(); ++i) {
      check_assumption(loop[i], range_at(edge.args[i]), graph_.blocks[from]);
    }
  }

  void propagate(const Edge& edge, BlockId from) {
    if (is_back_edge(from, edge.to)) return check_back_edge(edge, from);
    std::vector<ValueRange>& phis = phis_[edge.to];
    const bool first = phis.empty();
    if (first) phis.resize(edge.args.size());
    for (std::size_t i = 0; i < edge.args.size(); ++i) {
      const ValueRange range = range_at(replacements_.resolve(edge.args[i]));
      phis[i] = first ? range : hull(phis[i], range);
    }
  }

  Graph& graph_;
  bool lowers_divisions_;
  DominatorTree dominators_;
  std::vector<std::uint32_t> order_;  // of the visits, by block
  IrBuilder values_;
  Replacements replacements_;
  std::vector<ValueRange> ranges_;             // of each value, at the current position
  std::vector<Change> changes_;                // to ranges_, in order
  std::vector<IncomingEdge> incoming_;         // of each block
  std::vector<std::vector<ValueRange>> phis_;  // of each block, from the edges seen so far
  std::vector<std::vector<LoopPhi>> loops_;    // of each block that a back edge reaches
  bool assumptions_hold_ = false;
  bool transforms_ = false;  // the last walk, which changes the code
  static constexpr unsigned max_rounds = 8;
};

}  // namespace

void propagate_ranges(Graph& graph, bool divisions) {
  RangeAnalysis(graph, divisions).run();
}

}  // namespace fungescope::jit
