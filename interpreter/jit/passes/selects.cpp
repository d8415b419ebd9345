// A `?` whose four ways do nearly the same becomes a choice between values.
//
// The idea: no processor can predict a `?`, and a jump that is predicted wrong costs more than what
// most programs do behind it. Where the parts behind it have the same skeleton, that is, the same
// effects in the same order and the same ways on, the part with the `?` does what all four would
// compute and has each effect once, its operands chosen by selects:
//
//     b2: v5 = random_quarter                        b2: v5 = random_quarter
//         by v5 -> b3 -> b4 -> b5 -> b6                  v13 = bit_and v5 1
//     b3: v6 = add v1 1                                  v14 = shift_right v5 1
//         store_cell [0,9] v6                            ...
//         -> b2(v6) 10 ticks                             charge_by v16
//     b5: v7 = multiply v1 2                             v19 = select v14 v18 v17
//         store_cell [0,9] v7                            store_cell [0,9] v19
//         -> b2(v7) 12 ticks                             -> b2(v19)
//     ...
//
// Of the four ways only one is gone, so nothing that could fail may be done for another. What has
// no effect but may not be done at any place (a load, a division that is slow) is part of the
// skeleton like an effect.
//
// What the parts ask at their start, for ticks or room on the stack, is asked before the `?`, of
// the most that any of them needs: leaving there is as right as leaving later.
//
// Cost: a look at the parts behind each `?`. Test: tests/jit/selects_test.cpp, and 'a random ...'
// in tests/jit/differential_test.cpp.
#include "jit/ir/fold.h"
#include "jit/passes/choices.h"
#include "jit/passes/passes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace fungescope::jit {
namespace {

// What all ways together may compute, and how often it may be chosen; beyond, a jump is cheaper.
constexpr std::size_t most_in_a_way = 24;
constexpr std::size_t most_in_all = 40;
constexpr std::size_t most_selects = 24;
// So many `?` in a row are done together.
constexpr int most_in_a_row = 4;
// By all but the last of these, so that a guard can ask for it.
constexpr std::int64_t most_charged = 1'000'000;

// Asked before the `?`, or counted.
bool is_bookkeeping(IrOp op) {
  return op == IrOp::guard_ticks || op == IrOp::guard_stack || op == IrOp::charge;
}

// One part, and the four that it leads to.
class Conversion {
 public:
  Conversion(Graph& graph, ValueMaker& values, PartId part)
      : graph_(graph),
        values_(values),
        part_(part),
        code_(graph.parts[part].code),
        choices_(graph, values, part, graph.parts[part].a, code_) {}

  // Changes nothing but to add values that nobody uses, if it cannot be done. `is_shared` says
  // whether a part's values are used in other parts.
  bool run(const std::vector<bool>& is_shared) {
    if (!find_ways(is_shared) || !ask_before()) return false;
    for (std::size_t step = 0; step < ways_[0].steps.size(); ++step) {
      for (Way& way : ways_) copy_until(way, way.steps[step]);
      if (!join_step(step)) return false;
    }
    for (Way& way : ways_) copy_until(way, no_value);
    if (!join_ends() || choices_.computed() > most_in_all || choices_.selects() > most_selects)
      return false;
    commit();
    return true;
  }

 private:
  struct Way {
    PartId part = no_part;
    std::vector<ValueId> steps;                        // the skeleton
    std::size_t next = 0;                              // of the part's code
    std::int64_t ticks = 0;                            // charged by the part and the way to it
    std::vector<std::pair<ValueId, ValueId>> renamed;  // the part's values, here
  };

  // ---- What the ways have in common

  bool find_ways(const std::vector<bool>& is_shared) {
    const Part& here = graph_.parts[part_];
    for (std::size_t i = 0; i < way_count; ++i) {
      const Edge& edge = here.edges[i];
      if (edge.to == no_part || edge.to == part_ || edge.rebase || is_shared[edge.to]) return false;
      Way& way = ways_[i];
      way.part = edge.to;
      way.ticks = edge.ticks;
      const Part& there = graph_.parts[edge.to];
      std::size_t others = 0;
      for (const ValueId id : there.code) {
        const IrOp op = graph_.at(id).op;
        if (is_step(graph_.at(id))) {
          way.steps.push_back(id);
        } else if (!is_bookkeeping(op)) {
          ++others;
        }
      }
      if (others > most_in_a_way) return false;
      for (std::size_t k = 0; k < there.phis.size(); ++k) {
        way.renamed.emplace_back(there.phis[k], here_as_value(edge.args[k]));
      }
    }
    return have_same_skeleton();
  }

  // Is it done once, for all ways?
  [[nodiscard]] bool is_step(const Instr& instr) const {
    switch (instr.op) {
      case IrOp::load:  // only behind its guards
      case IrOp::load_or_zero:
        return true;
      case IrOp::divide:
      case IrOp::remainder:
        return !graph_.is_constant(instr.b);
      default:
        return has_effect(instr.op) && !is_bookkeeping(instr.op);
    }
  }

  [[nodiscard]] bool have_same_skeleton() const {
    const Part& first = graph_.parts[ways_[0].part];
    for (const Way& way : ways_) {
      const Part& part = graph_.parts[way.part];
      const auto same_step = [&](ValueId a, ValueId b) {
        const Instr& left = graph_.at(a);
        const Instr& right = graph_.at(b);
        return left.op == right.op && left.k == right.k && have_same_place(left.exit, right.exit);
      };
      const auto same_edge = [&](const Edge& a, const Edge& b) {
        return a.to == b.to && a.rebase == b.rebase && a.stack.depth == b.stack.depth &&
               have_same_place(a.exit, b.exit);
      };
      const bool same = part.end == first.end && part.condition == first.condition &&
                        std::equal(way.steps.begin(), way.steps.end(), ways_[0].steps.begin(),
                                   ways_[0].steps.end(), same_step) &&
                        std::equal(part.edges.begin(), part.edges.end(), first.edges.begin(),
                                   first.edges.end(), same_edge);
      if (!same) return false;
    }
    // A new way back must lead to where ways back are expected.
    return std::all_of(first.edges.begin(), first.edges.end(), [this](const Edge& edge) {
      return edge.to == no_part || edge.to > part_ || graph_.parts[edge.to].header;
    });
  }

  // Would the machine be at the same cell, as deep in the stack? The blocks may be different ones
  // that have their ends in common.
  [[nodiscard]] bool have_same_place(ExitId a, ExitId b) const {
    if (a == no_exit || b == no_exit) return a == b;
    const Exit& left = graph_.exits[a];
    const Exit& right = graph_.exits[b];
    if (left.kind != right.kind || left.stack.depth != right.stack.depth) return false;
    if (left.block == right.block && left.op == right.op) return true;
    if (left.kind == ExitKind::before_block) return false;
    const MicroOp& at = left.block->ops[left.op];
    const MicroOp& other = right.block->ops[right.op];
    return at.at == other.at && at.heading == other.heading && at.code == other.code;
  }

  // ---- Before the `?`

  // Where the part can be left before anything is done, that is asked which the ways ask.
  bool ask_before() {
    const Part& here = graph_.parts[part_];
    std::optional<std::size_t> place;
    for (std::size_t i = 0; i < code_.size() && !place; ++i) {
      const Instr& instr = graph_.at(code_[i]);
      const bool leaves = instr.op == IrOp::guard_ticks || instr.op == IrOp::guard_stack;
      if (leaves && graph_.exits[instr.exit].block == here.block) {
        place = i;
      } else if (has_effect(instr.op) && instr.op != IrOp::charge) {
        break;
      }
    }
    Instr ticks;
    ticks.op = IrOp::guard_ticks;
    Instr room;
    room.op = IrOp::guard_stack;
    room.need = unlimited;
    room.reach = unlimited;
    for (const Way& way : ways_) what_is_asked(way, ticks, room);
    const bool asks_room = room.need != unlimited || room.reach != unlimited;
    if (ticks.k == 0 && !asks_room) return true;
    if (!place) return false;
    // Of another `?`, which was here before this one.
    for (std::size_t i = *place; i < code_.size(); ++i) {
      if (graph_.at(code_[i]).op != IrOp::charge_by) continue;
      const std::int64_t most = values_.range_of(graph_.at(code_[i]).a).high;
      if (most > most_charged) return false;
      ticks.k += most;
    }
    const Instr at_start = graph_.at(code_[*place]);
    for (Instr* guard : {&ticks, &room}) {
      guard->exit = at_start.exit;
      guard->part = part_;
      guard->from = at_start.from;
    }
    if (at_start.op == IrOp::guard_ticks) {
      ticks.k = std::max(ticks.k, at_start.k);
      code_[*place] = values_.append(ticks);
    } else if (ticks.k > 0) {
      insert(*place, ticks);
    }
    if (asks_room) insert(*place + 1, room);
    return true;
  }

  void insert(std::size_t place, const Instr& instr) {
    code_.insert(code_.begin() + static_cast<std::ptrdiff_t>(place), values_.append(instr));
  }

  void what_is_asked(const Way& way, Instr& ticks, Instr& room) const {
    std::int64_t passed = way.ticks;
    for (const ValueId id : graph_.parts[way.part].code) {
      const Instr& instr = graph_.at(id);
      if (instr.op == IrOp::charge) passed += instr.k;
      if (instr.op == IrOp::guard_ticks) ticks.k = std::max(ticks.k, passed + instr.k);
      if (instr.op != IrOp::guard_stack) continue;
      room.need = std::max(room.need, instr.need);
      room.reach = std::max(room.reach, instr.reach);
    }
  }

  // ---- Copying

  // What the way computes before `step`.
  void copy_until(Way& way, ValueId step) {
    const std::vector<ValueId>& code = graph_.parts[way.part].code;
    for (; way.next < code.size() && code[way.next] != step; ++way.next) {
      Instr instr = graph_.at(code[way.next]);
      if (instr.op == IrOp::charge) way.ticks += instr.k;
      if (is_bookkeeping(instr.op)) continue;
      for_each_operand(instr, [&](ValueId& use) { use = renamed(way, use); });
      way.renamed.emplace_back(code[way.next], choices_.emit(instr));
    }
    ++way.next;
  }

  static ValueId renamed(const Way& way, ValueId value) {
    for (const auto& [there, here] : way.renamed) {
      if (there == value) return here;
    }
    return value;
  }

  // An effect or a value that all ways have.
  bool join_step(std::size_t step) {
    Instr joined = graph_.at(ways_[0].steps[step]);
    const auto operands = [&](ValueId Instr::*operand) {
      OfEachWay<ValueId> values{};
      for (std::size_t i = 0; i < way_count; ++i) {
        values[i] = renamed(ways_[i], graph_.at(ways_[i].steps[step]).*operand);
      }
      return values;
    };
    for (const auto operand : {&Instr::a, &Instr::b, &Instr::c}) {
      if (joined.*operand != no_value) joined.*operand = choices_.select(operands(operand));
    }
    if (joined.exit != no_exit) {
      OfEachWay<ExitId> exits{};
      for (std::size_t i = 0; i < way_count; ++i) exits[i] = graph_.at(ways_[i].steps[step]).exit;
      joined.exit = joined_exit(exits, true);
      if (joined.exit == no_exit) return false;
    }
    joined.part = part_;
    ValueId value = no_value;
    if (has_effect(joined.op)) {
      value = values_.append(joined);
      code_.push_back(value);
      choices_.forget_loads(joined);
    } else {
      value = choices_.emit(joined);
    }
    if (!has_value(joined.op)) return true;
    for (Way& way : ways_) way.renamed.emplace_back(way.steps[step], value);
    return true;
  }

  bool join_ends() {
    const OfEachWay<const Part*> parts = parts_of_ways();
    end_.end = parts[0]->end;
    end_.condition = parts[0]->condition;
    for (const auto operand : {&Part::a, &Part::b}) {
      if (parts[0]->*operand == no_value) continue;
      OfEachWay<ValueId> values{};
      for (std::size_t i = 0; i < way_count; ++i) values[i] = renamed(ways_[i], parts[i]->*operand);
      end_.*operand = choices_.select(values);
    }
    const std::optional<std::vector<std::int64_t>> ticks = charge_at_end();
    if (!ticks) return false;
    for (std::size_t k = 0; k < parts[0]->edges.size(); ++k) {
      OfEachWay<const Edge*> edges{};
      for (std::size_t i = 0; i < way_count; ++i) edges[i] = &parts[i]->edges[k];
      end_.edges.push_back(joined_edge(edges, (*ticks)[k]));
    }
    return true;
  }

  Edge joined_edge(const OfEachWay<const Edge*>& edges, std::int64_t ticks) {
    Edge joined;
    joined.to = edges[0]->to;
    joined.rebase = edges[0]->rebase;
    if (joined.rebase) joined.stack = joined_stack(stacks_of(edges));
    if (joined.to == no_part) {
      OfEachWay<ExitId> exits{};
      for (std::size_t i = 0; i < way_count; ++i) exits[i] = edges[i]->exit;
      joined.exit = joined_exit(exits, false);
      exits_[joined.exit - graph_.exits.size()].ticks = static_cast<std::uint32_t>(ticks);
      return joined;
    }
    joined.ticks = static_cast<std::uint32_t>(ticks);
    for (std::size_t k = 0; k < edges[0]->args.size(); ++k) {
      OfEachWay<ValueId> args{};
      for (std::size_t i = 0; i < way_count; ++i) {
        args[i] = here_as_value(renamed(ways_[i], edges[i]->args[k]));
      }
      joined.args.push_back(choices_.select(args));
    }
    return joined;
  }

  // ---- Values

  // A load on an edge, done here.
  ValueId here_as_value(ValueId value) {
    return graph_.is_floating(value) ? choices_.emit(graph_.at(value)) : value;
  }

  // ---- Stacks and exits

  [[nodiscard]] OfEachWay<const StackState*> stacks_of(const OfEachWay<const Edge*>& edges) const {
    OfEachWay<const StackState*> stacks{};
    for (std::size_t i = 0; i < way_count; ++i) stacks[i] = &edges[i]->stack;
    return stacks;
  }

  // A slot that one way has changed, and another has not, is what memory holds there.
  StackState joined_stack(const OfEachWay<const StackState*>& stacks) {
    std::vector<std::int16_t> slots;
    for (const StackState* stack : stacks) {
      for (const SlotValue& stored : stack->stored) slots.push_back(stored.slot);
    }
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    StackState joined;
    joined.depth = stacks[0]->depth;
    for (const std::int16_t slot : slots) {
      OfEachWay<ValueId> values{};
      for (std::size_t i = 0; i < way_count; ++i) {
        values[i] = value_in(*stacks[i], slot, ways_[i]);
      }
      joined.stored.push_back({slot, choices_.select(values)});
    }
    return joined;
  }

  ValueId value_in(const StackState& stack, std::int16_t slot, const Way& way) {
    for (const SlotValue& stored : stack.stored) {
      if (stored.slot == slot) return renamed(way, stored.value);
    }
    return choices_.emit(IrOp::load_slot, no_value, no_value, no_value, slot);
  }

  // `charges`: the ticks are still to be made the same. no_exit if they cannot be.
  ExitId joined_exit(const OfEachWay<ExitId>& exits, bool charges) {
    for (const auto& [before, after] : joined_exits_) {
      if (charges && before == exits) return after;
    }
    Exit joined = graph_.exits[exits[0]];
    OfEachWay<const StackState*> stacks{};
    OfEachWay<std::int64_t> ticks{};
    for (std::size_t i = 0; i < way_count; ++i) {
      stacks[i] = &graph_.exits[exits[i]].stack;
      ticks[i] = ways_[i].ticks + graph_.exits[exits[i]].ticks;
    }
    joined.stack = joined_stack(stacks);
    if (charges) {
      const std::int64_t least = *std::min_element(ticks.begin(), ticks.end());
      OfEachWay<std::int64_t> more{};
      for (std::size_t i = 0; i < way_count; ++i) more[i] = ticks[i] - least;
      if (more != charged_ && !charge_until(more)) return no_exit;
      joined.ticks = static_cast<std::uint32_t>(ticks[0] - charged_[0]);
    }
    const auto id = static_cast<ExitId>(graph_.exits.size() + exits_.size());
    exits_.push_back(std::move(joined));
    if (charges) joined_exits_.emplace_back(exits, id);
    return id;
  }

  // ---- Ticks

  // Charges each way what it lacks of `ticks`. False if it was charged more.
  bool charge_until(const OfEachWay<std::int64_t>& ticks) {
    OfEachWay<ValueId> amounts{};
    for (std::size_t i = 0; i < way_count; ++i) {
      if (ticks[i] < charged_[i]) return false;
      amounts[i] = values_.constant(ticks[i] - charged_[i]);
    }
    Instr charge;
    charge.op = IrOp::charge_by;
    charge.part = part_;
    charge.a = choices_.select(amounts);
    code_.push_back(values_.append(charge));
    charged_ = ticks;
    return true;
  }

  // What is then still to be charged on each way on; nothing if the ways disagree about that.
  std::optional<std::vector<std::int64_t>> charge_at_end() {
    OfEachWay<std::vector<std::int64_t>> ticks;
    OfEachWay<std::int64_t> least{};
    OfEachWay<std::int64_t> left{};
    for (std::size_t i = 0; i < way_count; ++i) {
      for (const Edge& edge : parts_of_ways()[i]->edges) {
        const bool leaves = edge.to == no_part;
        ticks[i].push_back(ways_[i].ticks + (leaves ? graph_.exits[edge.exit].ticks : edge.ticks));
      }
      least[i] = *std::min_element(ticks[i].begin(), ticks[i].end());
      left[i] = least[i] - charged_[i];
      for (std::int64_t& of_edge : ticks[i]) of_edge -= least[i];
    }
    if (!all_equal(ticks)) return std::nullopt;
    if (!all_equal(left)) {
      if (!charge_until(least)) return std::nullopt;
      left = {};
    }
    for (std::int64_t& of_edge : ticks[0]) of_edge += left[0];
    return ticks[0];
  }

  [[nodiscard]] OfEachWay<const Part*> parts_of_ways() const {
    OfEachWay<const Part*> parts{};
    for (std::size_t i = 0; i < way_count; ++i) parts[i] = &graph_.parts[ways_[i].part];
    return parts;
  }

  void commit() {
    Part& here = graph_.parts[part_];
    here.code = std::move(code_);
    here.end = end_.end;
    here.condition = end_.condition;
    here.a = end_.a;
    here.b = end_.b;
    here.edges = std::move(end_.edges);
    std::move(exits_.begin(), exits_.end(), std::back_inserter(graph_.exits));
  }

  Graph& graph_;
  ValueMaker& values_;
  const PartId part_;
  OfEachWay<Way> ways_;
  OfEachWay<std::int64_t> charged_{};  // by each way, more than by the cheapest
  std::vector<std::pair<OfEachWay<ExitId>, ExitId>> joined_exits_;
  // What the part will be.
  std::vector<ValueId> code_;
  Choices choices_;  // at its end
  std::vector<Exit> exits_;
  Part end_;
};

// Of each part, whether another one uses its values. Behind a conversion these would be old.
std::vector<bool> parts_with_shared_values(const Graph& graph) {
  std::vector<bool> is_shared(graph.parts.size());
  for (PartId id = 0; id < graph.parts.size(); ++id) {
    const Part& part = graph.parts[id];
    const auto use = [&](ValueId value) {
      if (value == no_value) return;
      const PartId from = graph.at(value).part;
      if (from != no_part && from != id) is_shared[from] = true;
    };
    const auto use_stack = [&](const StackState& stack) {
      for (const SlotValue& stored : stack.stored) use(stored.value);
    };
    for (const ValueId value : part.code) {
      const Instr& instr = graph.at(value);
      for (const ValueId operand : {instr.a, instr.b, instr.c}) use(operand);
      if (instr.exit != no_exit) use_stack(graph.exits[instr.exit].stack);
    }
    for (const ValueId value : {part.a, part.b}) use(value);
    for (const Edge& edge : part.edges) {
      for (const ValueId arg : edge.args) use(arg);
      use_stack(edge.stack);
      if (edge.exit != no_exit) use_stack(graph.exits[edge.exit].stack);
    }
  }
  return is_shared;
}

// Each part with a `?` that can be, once; whether any was.
bool convert_all(Graph& graph, ValueMaker& values) {
  const std::vector<bool> is_shared = parts_with_shared_values(graph);
  bool any = false;
  for (PartId id = 0; id < graph.parts.size(); ++id) {
    const bool chooses = !graph.parts[id].dead && graph.parts[id].end == EndKind::quarter;
    if (chooses && Conversion(graph, values, id).run(is_shared)) {
      drop_unreached(graph);
      any = true;
    }
  }
  return any;
}

}  // namespace

bool use_selects(Graph& graph) {
  const bool chooses = std::any_of(graph.parts.begin(), graph.parts.end(),
                                   [](const Part& part) { return part.end == EndKind::quarter; });
  if (!chooses) return false;
  ValueMaker values(graph);
  int rounds = 0;
  while (rounds < most_in_a_row && convert_all(graph, values)) ++rounds;
  return rounds > 0;
}

}  // namespace fungescope::jit
