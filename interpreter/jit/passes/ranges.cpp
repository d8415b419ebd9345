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
// in tests/jit/ranges_test.cpp.
#include "jit/passes/divisions.h"
#include "jit/ir/dominators.h"
#include "jit/passes/passes.h"
#include "jit/passes/replacements.h"
#include "jit/ir/range.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace fungescope::jit {
namespace {

class RangeUser {
 public:
  RangeUser(Graph& graph, bool divisions)
      : graph_(graph),
        wants_divisions_(divisions),
        dominators_(graph),
        below_(dominators_.tree()),
        turns_(below_.size(), nowhere),
        values_(graph),
        divisions_(graph, values_),
        replacements_(graph),
        known_(graph.values.size()),
        way_in_(graph.parts.size()),
        phis_(graph.parts.size()),
        loops_(graph.parts.size()) {}

  void run() {
    find_turns();
    find_ways_in();
    for (unsigned round = 0; !holds_; ++round) {
      holds_ = true;
      if (round == most_rounds) give_up();
      for (std::vector<Range>& phis : phis_) phis.clear();
      walk();
      forget(0);
    }
    transforms_ = true;
    for (std::vector<Range>& phis : phis_) phis.clear();
    walk();
    replacements_.apply(graph_);
  }

 private:
  struct Change {
    ValueId value = no_value;
    Range before;
  };
  // What is taken for granted of a phi round a loop. A bound that does not hold is moved: the lower
  // one to 1, to 0, and away; the upper one to what the way round is compared with, and away.
  struct LoopPhi {
    Range range;
    unsigned low_moves = 0;
    unsigned high_moves = 0;
    std::int64_t limit = INT64_MIN;
    static constexpr unsigned any_low = 3;
    static constexpr unsigned any_high = 2;
  };
  struct WayIn {
    std::size_t count = 0;
    PartId from = no_part;
    std::size_t edge = 0;
    bool round = false;  // one of them from a part that is looked at later
  };
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  // The order in which the parts are looked at. It is not that of their numbers: a part may be
  // reached by ways back only.
  void find_turns() {
    std::uint32_t turn = 0;
    std::vector<PartId> open{dominators_.root()};
    while (!open.empty()) {
      const PartId part = open.back();
      open.pop_back();
      turns_[part] = turn++;
      open.insert(open.end(), below_[part].rbegin(), below_[part].rend());
    }
  }
  [[nodiscard]] bool comes_round(PartId from, PartId to) const {
    return turns_[to] <= turns_[from];
  }

  void find_ways_in() {
    for (PartId id = 0; id < graph_.parts.size(); ++id) {
      const Part& part = graph_.parts[id];
      if (turns_[id] == nowhere) continue;
      for (std::size_t i = 0; i < part.edges.size(); ++i) {
        if (part.edges[i].to == no_part) continue;
        WayIn& way = way_in_[part.edges[i].to];
        way = {way.count + 1, id, i, way.round || comes_round(id, part.edges[i].to)};
      }
    }
  }

  // Nothing is taken for granted any more, and so it holds.
  void give_up() {
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
    struct Place {
      PartId part;
      std::size_t next = 0;     // of what it dominates
      std::size_t changes = 0;  // made before it
    };
    std::vector<Place> path{{dominators_.root()}};
    while (!path.empty()) {
      Place& here = path.back();
      if (here.next < below_[here.part].size()) {
        const PartId part = below_[here.part][here.next++];
        path.push_back({part, 0, changes_.size()});
        visit(part);
        continue;
      }
      forget(here.changes);
      path.pop_back();
    }
  }

  void visit(PartId id) {
    learn_from_way_in(id);
    Part& part = graph_.parts[id];
    if (part.entry == 0) set_phis(id);
    if (transforms_) {
      change_code(id);
    } else {
      for (const ValueId value : part.code) look_at(value);
    }
    for (std::size_t i = 0; i < part.edges.size(); ++i) {
      if (part.edges[i].to == no_part) continue;
      const std::size_t before = changes_.size();
      learn_from_choice(part, i);
      bring(part.edges[i], id);
      forget(before);
    }
  }

  void look_at(ValueId value) {
    const Instr& instr = graph_.at(value);
    switch (instr.op) {
      case IrOp::guard_below:
        return learn(instr.a, {0, instr.k - 1});
      case IrOp::guard_natural:
        return learn(instr.a, {0, INT64_MAX});
      case IrOp::guard_nonzero:
        return learn_not(instr.a, 0);
      default:
        if (has_value(instr.op)) set(value, range_of(instr));
    }
  }

  void change_code(PartId id) {
    Part& part = graph_.parts[id];
    std::vector<ValueId> old = std::exchange(part.code, {});
    part.code.reserve(old.size());
    for (const ValueId value : old) {
      if (graph_.at(value).op == IrOp::is_zero) {
        const ValueId asked = asked_for_zero(graph_.at(value).a, id);
        graph_.at(value).a = asked;
      }
      for_each_operand(graph_.values[value],
                       [this](ValueId& use) { use = replacements_.resolve(use); });
      visit_value(value, part.code);
    }
    const bool asks_for_zero = part.end == EndKind::branch && part.condition == Condition::differ &&
                               graph_.is_constant(part.b, 0);
    if (asks_for_zero) part.a = asked_for_zero(part.a, id);
    for (ValueId* use : {&part.a, &part.b}) {
      if (*use != no_value) *use = replacements_.resolve(*use);
    }
  }

  // What may be asked in place of `value == 0`.
  ValueId asked_for_zero(ValueId value, PartId part) {
    if (!wants_divisions_) return value;
    const ValueId bits = divisions_.zero_with(value, part, graph_.parts[part].code);
    return bits == no_value ? value : bits;
  }

  void visit_value(ValueId value, std::vector<ValueId>& code) {
    const Instr& instr = graph_.at(value);
    switch (instr.op) {
      case IrOp::guard_below: {
        const Range range = known(instr.a);
        if (range.low >= 0 && range.high < instr.k) return;
        code.push_back(value);
        return learn(instr.a, {0, instr.k - 1});
      }
      case IrOp::guard_natural:
        if (known(instr.a).low >= 0) return;
        code.push_back(value);
        return learn(instr.a, {0, INT64_MAX});
      case IrOp::guard_nonzero: {
        const Range range = known(instr.a);
        if (range.low > 0 || range.high < 0) return;
        code.push_back(value);
        return learn_not(instr.a, 0);
      }
      case IrOp::divide:
      case IrOp::remainder: {
        if (!wants_divisions_) break;
        const Range result = range_of(instr);
        const ValueId other = divisions_.replacement(value, known(instr.a), code);
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

  [[nodiscard]] Range range_of(const Instr& instr) const {
    return range_of_result(graph_, instr, [this](ValueId id) { return noted(id); });
  }
  [[nodiscard]] Range noted(ValueId id) const {
    if (graph_.is_constant(id)) return {graph_.at(id).k, graph_.at(id).k};
    return id < known_.size() ? known_[id] : Range{};
  }
  // With what its operands have taught since it was made.
  [[nodiscard]] Range known(ValueId id) const { return both(noted(id), range_of(graph_.at(id))); }

  void set(ValueId id, Range range) {
    if (id >= known_.size()) known_.resize(graph_.values.size());
    if (known_[id] == range) return;
    changes_.push_back({id, known_[id]});
    known_[id] = range;
  }
  void forget(std::size_t changes) {
    for (; changes_.size() > changes; changes_.pop_back()) {
      known_[changes_.back().value] = changes_.back().before;
    }
  }

  void learn(ValueId id, Range range) {
    if (graph_.is_constant(id)) return;
    const Range now = both(known(id), range);
    set(id, now);
    const Instr& instr = graph_.at(id);
    if (instr.op != IrOp::add || !graph_.is_constant(instr.b) || !is_modest(now)) return;
    const std::int64_t k = graph_.at(instr.b).k;
    if (is_modest({k, k})) learn(instr.a, {now.low - k, now.high - k});
  }
  void learn_not(ValueId id, std::int64_t k) {
    Range range = known(id);
    if (range.low == k && k != INT64_MAX) ++range.low;
    if (range.high == k && k != INT64_MIN) --range.high;
    if (range.low <= range.high) learn(id, range);
  }

  // ---- Between parts

  void learn_from_way_in(PartId id) {
    const WayIn& way = way_in_[id];
    if (way.count != 1 || graph_.parts[id].entry != 0) return;
    learn_from_choice(graph_.parts[way.from], way.edge);
  }

  void learn_from_choice(const Part& from, std::size_t edge) {
    if (from.end != EndKind::branch) return;
    const bool holds = edge == 1;
    const Range a = known(from.a);
    const Range b = known(from.b);
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

  void set_phis(PartId id) {
    const std::vector<ValueId>& phis = graph_.parts[id].phis;
    if (phis_[id].size() != phis.size()) return;
    if (way_in_[id].round) loops_[id].resize(phis.size());
    for (std::size_t i = 0; i < phis.size(); ++i) {
      set(phis[i],
          way_in_[id].round ? taken_for_granted(loops_[id][i], phis_[id][i]) : phis_[id][i]);
    }
  }

  Range taken_for_granted(LoopPhi& phi, Range at_first) const {
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
  void hold_to(LoopPhi& phi, Range round, const Part& from) {
    if (round.low < phi.range.low) {
      holds_ = false;
      phi.low_moves = std::min(phi.low_moves + 1, LoopPhi::any_low);
    }
    if (round.high > phi.range.high) {
      holds_ = false;
      phi.high_moves = std::min(phi.high_moves + 1, LoopPhi::any_high);
      for (const ValueId compared : {from.a, from.b}) {
        if (compared != no_value && graph_.is_constant(compared)) {
          phi.limit = graph_.at(compared).k;
        }
      }
    }
  }

  void come_round(const Edge& edge, PartId from) {
    if (transforms_ || graph_.parts[edge.to].entry != 0) return;
    // Of a part that all ways come round to nothing is taken for granted.
    std::vector<LoopPhi>& loop = loops_[edge.to];
    for (std::size_t i = 0; i < loop.size(); ++i) {
      hold_to(loop[i], known(edge.args[i]), graph_.parts[from]);
    }
  }

  void bring(const Edge& edge, PartId from) {
    if (comes_round(from, edge.to)) return come_round(edge, from);
    std::vector<Range>& phis = phis_[edge.to];
    const bool first = phis.empty();
    if (first) phis.resize(edge.args.size());
    for (std::size_t i = 0; i < edge.args.size(); ++i) {
      const Range range = known(replacements_.resolve(edge.args[i]));
      phis[i] = first ? range : either(phis[i], range);
    }
  }

  Graph& graph_;
  bool wants_divisions_;
  Dominators dominators_;
  std::vector<std::vector<PartId>> below_;  // what each part dominates immediately
  std::vector<std::uint32_t> turns_;        // of each part
  ValueMaker values_;
  Divisions divisions_;
  Replacements replacements_;
  std::vector<Range> known_;                 // of each value, at the present place
  std::vector<Change> changes_;              // to known_, in order
  std::vector<WayIn> way_in_;                // of each part
  std::vector<std::vector<Range>> phis_;     // of each part, by the ways into it that were seen
  std::vector<std::vector<LoopPhi>> loops_;  // of each part that is come round to
  bool holds_ = false;                       // what is taken for granted
  bool transforms_ = false;                  // all is known
  static constexpr unsigned most_rounds = 8;
};

}  // namespace

void use_ranges(Graph& graph, bool divisions) {
  RangeUser(graph, divisions).run();
}

}  // namespace fungescope::jit
