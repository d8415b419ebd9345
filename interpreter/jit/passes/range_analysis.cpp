// What the questions on the way tell of values: bounds that need no check, divisions that need
// no high half.
//
// The idea: behind `guard_below x 160`, x is between 0 and 159 as long as it is x, and behind a
// branch on `x > 9` it is larger than 9 on one side. Parts are looked at from the entries to what
// they dominate, with what is known there; what was learned in a part is forgotten again behind it.
// What is known of x is known of x + 3, and the other way round.
//
// Example: `:3/\3/…g` behind a `g` at the same place: the guards of the second are gone, and the
// divisions are a short multiplication and a shift each (divisions.cpp).
//
// A value of a phi is what any way into its part brings. Round a loop that is found by trying: the
// phi is taken to stay between what it is at first, and if the way round brings more, that bound is
// given up and all is looked at again, until what was taken for granted comes out. So a counter
// from 0 that goes round while it is less than 9 is between 0 and 9.
//
// Cost: a look at each operand, three or four times, and the tree of dominators. Test: 'ranges ...'
// in tests/jit/range_analysis_test.cpp.
#include "jit/ir/dominator_tree.h"
#include "jit/ir/value_range.h"
#include "jit/passes/division_lowering.h"
#include "jit/passes/passes.h"
#include "jit/passes/replacements.h"

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
        children_(dominators_.tree()),
        order_(children_.size(), unnumbered),
        values_(graph),
        divisions_(graph, values_),
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
  // What is taken for granted of a phi round a loop. A bound that does not hold is moved: the lower
  // one to 1, to 0, and away; the upper one to what the way round is compared with, and away.
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
    bool round = false;  // one of them from a part that is looked at later
  };
  static constexpr std::uint32_t unnumbered = ~std::uint32_t{0};

  // The order in which the parts are looked at. It is not that of their numbers: a part may be
  // reached by ways back only.
  void number_blocks() {
    std::uint32_t number = 0;
    std::vector<BlockId> open{dominators_.root()};
    while (!open.empty()) {
      const BlockId block = open.back();
      open.pop_back();
      order_[block] = number++;
      open.insert(open.end(), children_[block].rbegin(), children_[block].rend());
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
        IncomingEdge& way = incoming_[block.edges[i].to];
        way = {way.count + 1, id, i, way.round || is_back_edge(id, block.edges[i].to)};
      }
    }
  }

  // Nothing is taken for granted any more, and so it holds.
  void assume_nothing() {
    for (std::vector<LoopPhi>& loop : loops_) {
      for (LoopPhi& phi : loop) {
        phi.low_moves = LoopPhi::any_low;
        phi.high_moves = LoopPhi::any_high;
      }
    }
  }

  // Depth first; of what a part dominates, what comes first in the graph is first. So most ways
  // into a part have been seen before it; the others come round.
  void walk() {
    struct CodePosition {
      BlockId block;
      std::size_t next = 0;     // of what it dominates
      std::size_t changes = 0;  // made before it
    };
    std::vector<CodePosition> path{{dominators_.root()}};
    while (!path.empty()) {
      CodePosition& here = path.back();
      if (here.next < children_[here.block].size()) {
        const BlockId block = children_[here.block][here.next++];
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
      for (const ValueId value : block.code) visit_readonly(value);
    }
    for (std::size_t i = 0; i < block.edges.size(); ++i) {
      if (block.edges[i].to == no_block) continue;
      const std::size_t before = changes_.size();
      learn_from_branch(block, i);
      propagate(block.edges[i], id);
      forget(before);
    }
  }

  void visit_readonly(ValueId value) {
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
      visit_value(value, block.code);
    }
    const bool asks_for_zero = block.end == TerminatorKind::branch &&
                               block.condition == Condition::differ &&
                               graph_.is_constant(block.b, 0);
    if (asks_for_zero) block.a = zero_test(block.a, id);
    for (ValueId* use : {&block.a, &block.b}) {
      if (*use != no_value) *use = replacements_.resolve(*use);
    }
  }

  // What may be asked in place of `value == 0`.
  ValueId zero_test(ValueId value, BlockId block) {
    if (!lowers_divisions_) return value;
    const ValueId bits = divisions_.zero_test_of(value, block, graph_.blocks[block].code);
    return bits == no_value ? value : bits;
  }

  void visit_value(ValueId value, std::vector<ValueId>& code) {
    const Instr& instr = graph_.at(value);
    switch (instr.op) {
      case IrOp::guard_below: {
        const ValueRange range = range_at(instr.a);
        if (range.low >= 0 && range.high < instr.k) return;
        code.push_back(value);
        return learn(instr.a, {0, instr.k - 1});
      }
      case IrOp::guard_nonnegative:
        if (range_at(instr.a).low >= 0) return;
        code.push_back(value);
        return learn(instr.a, {0, INT64_MAX});
      case IrOp::guard_nonzero: {
        const ValueRange range = range_at(instr.a);
        if (range.low > 0 || range.high < 0) return;
        code.push_back(value);
        return learn_not(instr.a, 0);
      }
      case IrOp::divide:
      case IrOp::remainder: {
        if (!lowers_divisions_) break;
        const ValueRange result = range_of(instr);
        const ValueId other = divisions_.replacement(value, range_at(instr.a), code);
        if (other == no_value) break;
        replacements_.replace(value, other);
        return learn(other, result);
      }
      default:
        break;
    }
    code.push_back(value);
    if (has_value(instr.op)) set(value, range_of(instr));
  }

  // ---- What is known

  [[nodiscard]] ValueRange range_of(const Instr& instr) const {
    return range_of_result(graph_, instr, [this](ValueId id) { return recorded_range(id); });
  }
  [[nodiscard]] ValueRange recorded_range(ValueId id) const {
    if (graph_.is_constant(id)) return {graph_.at(id).k, graph_.at(id).k};
    return id < ranges_.size() ? ranges_[id] : ValueRange{};
  }
  // With what its operands have taught since it was made.
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

  // ---- Between parts

  void learn_from_incoming(BlockId id) {
    const IncomingEdge& way = incoming_[id];
    if (way.count != 1 || graph_.blocks[id].entry != 0) return;
    learn_from_branch(graph_.blocks[way.from], way.edge);
  }

  void learn_from_branch(const BasicBlock& from, std::size_t edge) {
    if (from.end != TerminatorKind::branch) return;
    const bool holds = edge == 1;
    const ValueRange a = range_at(from.a);
    const ValueRange b = range_at(from.b);
    if (from.condition == Condition::differ) {
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
    if (incoming_[id].round) loops_[id].resize(phis.size());
    for (std::size_t i = 0; i < phis.size(); ++i) {
      set(phis[i], incoming_[id].round ? assumed_range(loops_[id][i], phis_[id][i]) : phis_[id][i]);
    }
  }

  ValueRange assumed_range(LoopPhi& phi, ValueRange at_first) const {
    // The last round has shown that it holds, for what that found.
    if (transforms_) return phi.range;
    static constexpr std::array<std::int64_t, 4> lowest{INT64_MAX, 1, 0, INT64_MIN};
    phi.range.low = std::min(at_first.low, lowest[phi.low_moves]);
    phi.range.high = at_first.high;
    if (phi.high_moves == 1) phi.range.high = std::max(at_first.high, phi.limit);
    if (phi.high_moves == LoopPhi::any_high) phi.range.high = INT64_MAX;
    return phi.range;
  }

  // Does what comes round by the end of `from` keep to it?
  void check_assumption(LoopPhi& phi, ValueRange round, const BasicBlock& from) {
    if (round.low < phi.range.low) {
      assumptions_hold_ = false;
      phi.low_moves = std::min(phi.low_moves + 1, LoopPhi::any_low);
    }
    if (round.high > phi.range.high) {
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
    // Of a part that all ways come round to nothing is taken for granted.
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
  std::vector<std::vector<BlockId>> children_;  // what each part dominates immediately
  std::vector<std::uint32_t> order_;            // of each part
  IrBuilder values_;
  DivisionLowering divisions_;
  Replacements replacements_;
  std::vector<ValueRange> ranges_;             // of each value, at the present place
  std::vector<Change> changes_;                // to ranges_, in order
  std::vector<IncomingEdge> incoming_;         // of each part
  std::vector<std::vector<ValueRange>> phis_;  // of each part, by the ways into it that were seen
  std::vector<std::vector<LoopPhi>> loops_;    // of each part that is come round to
  bool assumptions_hold_ = false;              // what is taken for granted
  bool transforms_ = false;                    // all is known
  static constexpr unsigned max_rounds = 8;
};

}  // namespace

void propagate_ranges(Graph& graph, bool divisions) {
  RangeAnalysis(graph, divisions).run();
}

}  // namespace fungescope::jit
