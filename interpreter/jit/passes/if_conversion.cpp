// If-conversion and tail merging: a `?` whose four arms do nearly the same becomes a choice of
// values (J. R. Allen et al., "Conversion of Control Dependence to Data Dependence", 1983).
//
// No processor can predict a `?`, and a mispredicted jump costs more than most programs do after
// it. Where the four arms have the same skeleton, that is, the same effects in the same order and
// the same edges, the block with the `?` computes the values of all four and has each effect once,
// with operands chosen by selects:
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
// Only one arm is taken, so nothing that can fail may be computed for another. Operations without
// an effect that cannot be done anywhere (a load, a slow division) belong to the skeleton, like
// effects.
//
// Checks at the start of the arms, for ticks or stack space, are hoisted before the `?` with the
// maximum of the arms: leaving there is as correct as leaving later.
//
// Cost: linear in the arms of each `?`. Test: tests/jit/if_conversion_test.cpp, and 'a random ...'
// in tests/jit/differential_test.cpp.
#include "jit/ir/ir_builder.h"
#include "jit/passes/passes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace fungescope::jit {
namespace {

// Limits on the operations of an arm and of the result, and on selects; beyond them a jump is
// cheaper.
constexpr std::size_t max_ops_per_arm = 24;
constexpr std::size_t max_ops = 40;
constexpr std::size_t max_selects = 24;
// At most this many `?` in a row are merged.
constexpr int max_rounds = 4;
// Ticks charged by all but the last of these, so that a guard can check for them.
constexpr std::int64_t max_charged = 1'000'000;

// Checked before the `?`, or accumulated.
bool is_bookkeeping(IrOp op) {
  return op == IrOp::guard_ticks || op == IrOp::guard_stack || op == IrOp::charge;
}

// One block with a `?`, and its four arms.
class IfConversion {
 public:
  IfConversion(Graph& graph, IrBuilder& values, BlockId block)
      : graph_(graph),
        values_(values),
        block_(block),
        result_(graph.blocks[block]),
        selects_(graph, values, block, result_.a, result_.code) {
    result_.a = result_.b = no_value;
    result_.edges.clear();
  }

  // Returns whether the arms were merged; if not, only unused values were added. `is_shared`: the
  // blocks whose values are used in other blocks.
  bool run(const std::vector<bool>& is_shared) {
    if (!find_arms(is_shared) || !hoist_checks()) return false;
    for (std::size_t step = 0; step < arms_[0].steps.size(); ++step) {
      for (Arm& arm : arms_) copy_until(arm, arm.steps[step]);
      if (!merge_step(step)) return false;
    }
    for (Arm& arm : arms_) copy_until(arm, no_value);
    if (!merge_terminators() || selects_.computed() > max_ops || selects_.selects() > max_selects)
      return false;
    graph_.blocks[block_] = std::move(result_);
    std::move(exits_.begin(), exits_.end(), std::back_inserter(graph_.exits));
    return true;
  }

 private:
  struct Arm {
    BlockId block = no_block;
    std::vector<ValueId> steps;                        // the skeleton
    std::size_t next = 0;                              // index in the arm's code
    std::int64_t ticks = 0;                            // charged by the arm and its edge
    std::vector<std::pair<ValueId, ValueId>> renamed;  // from values of the arm to new ones
  };

  // ---- The common skeleton

  bool find_arms(const std::vector<bool>& is_shared) {
    const BasicBlock& here = graph_.blocks[block_];
    for (std::size_t i = 0; i < arm_count; ++i) {
      const Edge& edge = here.edges[i];
      if (edge.to == no_block || edge.to == block_ || edge.rebase || is_shared[edge.to])
        return false;
      Arm& arm = arms_[i];
      arm.block = edge.to;
      arm.ticks = edge.ticks;
      const BasicBlock& there = graph_.blocks[edge.to];
      std::size_t others = 0;
      for (const ValueId id : there.code) {
        const IrOp op = graph_.at(id).op;
        if (is_step(graph_.at(id))) {
          arm.steps.push_back(id);
        } else if (!is_bookkeeping(op)) {
          ++others;
        }
      }
      if (others > max_ops_per_arm) return false;
      for (std::size_t k = 0; k < there.phis.size(); ++k) {
        arm.renamed.emplace_back(there.phis[k], materialise(edge.args[k]));
      }
    }
    return have_same_skeleton();
  }

  // Whether it is done once for all arms.
  [[nodiscard]] bool is_step(const Instr& instr) const {
    switch (instr.op) {
      case IrOp::load:  // only after its guards
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
    const BasicBlock& first = graph_.blocks[arms_[0].block];
    for (const Arm& arm : arms_) {
      const BasicBlock& block = graph_.blocks[arm.block];
      const auto same_step = [&](ValueId a, ValueId b) {
        const Instr& left = graph_.at(a);
        const Instr& right = graph_.at(b);
        return left.op == right.op && left.k == right.k &&
               have_same_position(left.exit, right.exit);
      };
      const auto same_edge = [&](const Edge& a, const Edge& b) {
        return a.to == b.to && a.rebase == b.rebase && a.stack.depth == b.stack.depth &&
               have_same_position(a.exit, b.exit);
      };
      const bool same = block.terminator == first.terminator &&
                        block.condition == first.condition &&
                        std::equal(arm.steps.begin(), arm.steps.end(), arms_[0].steps.begin(),
                                   arms_[0].steps.end(), same_step) &&
                        std::equal(block.edges.begin(), block.edges.end(), first.edges.begin(),
                                   first.edges.end(), same_edge);
      if (!same) return false;
    }
    // A new back edge must lead to a loop header.
    return std::all_of(first.edges.begin(), first.edges.end(), [this](const Edge& edge) {
      return edge.to == no_block || edge.to > block_ || graph_.blocks[edge.to].header;
    });
  }

  // Whether the machine is at the same cell with the same stack depth. The superblocks may differ:
  // different ones can share their last cells.
  [[nodiscard]] bool have_same_position(ExitId a, ExitId b) const {
    if (a == no_exit || b == no_exit) return a == b;
    const Exit& left = graph_.exits[a];
    const Exit& right = graph_.exits[b];
    if (left.kind != right.kind || left.stack.depth != right.stack.depth) return false;
    if (left.superblock == right.superblock && left.op == right.op) return true;
    if (left.kind == ExitKind::before_block) return false;
    const MicroOp& at = left.superblock->ops[left.op];
    const MicroOp& other = right.superblock->ops[right.op];
    return at.at == other.at && at.heading == other.heading && at.code == other.code;
  }

  // ---- Checks before the `?`

  // Adds the checks of the arms to the first place where the block can be left before any effect.
  bool hoist_checks() {
    const BasicBlock& here = graph_.blocks[block_];
    std::optional<std::size_t> place;
    for (std::size_t i = 0; i < result_.code.size() && !place; ++i) {
      const Instr& instr = graph_.at(result_.code[i]);
      const bool leaves = instr.op == IrOp::guard_ticks || instr.op == IrOp::guard_stack;
      if (leaves && graph_.exits[instr.exit].superblock == here.superblock) {
        place = i;
      } else if (has_effect(instr.op) && instr.op != IrOp::charge) {
        break;
      }
    }
    Instr ticks{.op = IrOp::guard_ticks};
    Instr room{.op = IrOp::guard_stack, .need = unlimited, .reach = unlimited};
    for (const Arm& arm : arms_) collect_checks(arm, ticks, room);
    const bool checks_stack = room.need != unlimited || room.reach != unlimited;
    if (ticks.k == 0 && !checks_stack) return true;
    if (!place) return false;
    // Of another `?` that was merged into this block before.
    for (std::size_t i = *place; i < result_.code.size(); ++i) {
      if (graph_.at(result_.code[i]).op != IrOp::charge_by) continue;
      const std::int64_t max = values_.range_of(graph_.at(result_.code[i]).a).high;
      if (max > max_charged) return false;
      ticks.k += max;
    }
    const Instr at_start = graph_.at(result_.code[*place]);
    for (Instr* guard : {&ticks, &room}) {
      guard->exit = at_start.exit;
      guard->block = block_;
      guard->from = at_start.from;
    }
    if (at_start.op == IrOp::guard_ticks) {
      ticks.k = std::max(ticks.k, at_start.k);
      result_.code[*place] = values_.append(ticks);
    } else if (ticks.k > 0) {
      insert(*place, ticks);
    }
    if (checks_stack) insert(*place + 1, room);
    return true;
  }

  void insert(std::size_t place, const Instr& instr) {
    result_.code.insert(result_.code.begin() + static_cast<std::ptrdiff_t>(place),
                        values_.append(instr));
  }

  void collect_checks(const Arm& arm, Instr& ticks, Instr& room) const {
    std::int64_t passed = arm.ticks;
    for (const ValueId id : graph_.blocks[arm.block].code) {
      const Instr& instr = graph_.at(id);
      if (instr.op == IrOp::charge) passed += instr.k;
      if (instr.op == IrOp::guard_ticks) ticks.k = std::max(ticks.k, passed + instr.k);
      if (instr.op != IrOp::guard_stack) continue;
      room.need = std::max(room.need, instr.need);
      room.reach = std::max(room.reach, instr.reach);
    }
  }

  // ---- Copying

  // Copies the values of the arm before `step`.
  void copy_until(Arm& arm, ValueId step) {
    const std::vector<ValueId>& code = graph_.blocks[arm.block].code;
    for (; arm.next < code.size() && code[arm.next] != step; ++arm.next) {
      Instr instr = graph_.at(code[arm.next]);
      if (instr.op == IrOp::charge) arm.ticks += instr.k;
      if (is_bookkeeping(instr.op)) continue;
      for_each_operand(instr, [&](ValueId& use) { use = renamed(arm, use); });
      arm.renamed.emplace_back(code[arm.next], selects_.emit(instr));
    }
    ++arm.next;
  }

  static ValueId renamed(const Arm& arm, ValueId value) {
    for (const auto& [there, here] : arm.renamed) {
      if (there == value) return here;
    }
    return value;
  }

  // Appends an effect or a value of the skeleton, with selected operands.
  bool merge_step(std::size_t step) {
    Instr merged = graph_.at(arms_[0].steps[step]);
    const auto step_of = [&](std::size_t i) -> const Instr& {
      return graph_.at(arms_[i].steps[step]);
    };
    for (const auto operand : {&Instr::a, &Instr::b, &Instr::c}) {
      if (merged.*operand == no_value) continue;
      merged.*operand = selects_.select(
          per_arm([&](std::size_t i) { return renamed(arms_[i], step_of(i).*operand); }));
    }
    if (merged.exit != no_exit) {
      merged.exit = merged_exit(per_arm([&](std::size_t i) { return step_of(i).exit; }), true);
      if (merged.exit == no_exit) return false;
    }
    merged.block = block_;
    ValueId value = no_value;
    if (has_effect(merged.op)) {
      value = values_.append(merged);
      result_.code.push_back(value);
      selects_.invalidate_loads(merged);
    } else {
      value = selects_.emit(merged);
    }
    if (!has_value(merged.op)) return true;
    for (Arm& arm : arms_) arm.renamed.emplace_back(arm.steps[step], value);
    return true;
  }

  bool merge_terminators() {
    const BasicBlock& first = block_of(0);
    result_.terminator = first.terminator;
    result_.condition = first.condition;
    for (const auto operand : {&BasicBlock::a, &BasicBlock::b}) {
      if (first.*operand == no_value) continue;
      result_.*operand = selects_.select(
          per_arm([&](std::size_t i) { return renamed(arms_[i], block_of(i).*operand); }));
    }
    const std::optional<std::vector<std::int64_t>> ticks = charge_at_end();
    if (!ticks) return false;
    for (std::size_t k = 0; k < first.edges.size(); ++k) {
      const auto edges = per_arm([&](std::size_t i) { return &block_of(i).edges[k]; });
      result_.edges.push_back(merged_edge(edges, (*ticks)[k]));
    }
    return true;
  }

  [[nodiscard]] const BasicBlock& block_of(std::size_t arm) const {
    return graph_.blocks[arms_[arm].block];
  }

  Edge merged_edge(const PerArm<const Edge*>& edges, std::int64_t ticks) {
    Edge merged;
    merged.to = edges[0]->to;
    merged.rebase = edges[0]->rebase;
    if (merged.rebase) {
      merged.stack = merged_stack(per_arm([&](std::size_t i) { return &edges[i]->stack; }));
    }
    if (merged.to == no_block) {
      merged.exit = merged_exit(per_arm([&](std::size_t i) { return edges[i]->exit; }), false);
      exits_[merged.exit - graph_.exits.size()].ticks = static_cast<std::uint32_t>(ticks);
      return merged;
    }
    merged.ticks = static_cast<std::uint32_t>(ticks);
    for (std::size_t k = 0; k < edges[0]->args.size(); ++k) {
      merged.args.push_back(selects_.select(per_arm(
          [&](std::size_t i) { return materialise(renamed(arms_[i], edges[i]->args[k])); })));
    }
    return merged;
  }

  // ---- Values

  // Does an edge load in this block.
  ValueId materialise(ValueId value) {
    return graph_.is_edge_load(value) ? selects_.emit(graph_.at(value)) : value;
  }

  // ---- Stacks and exits

  // A slot that only some arms have changed has its value in memory in the others.
  StackState merged_stack(const PerArm<const StackState*>& stacks) {
    std::vector<std::int16_t> slots;
    for (const StackState* stack : stacks) {
      for (const SlotValue& stored : stack->stored) slots.push_back(stored.slot);
    }
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    StackState merged;
    merged.depth = stacks[0]->depth;
    for (const std::int16_t slot : slots) {
      const auto values =
          per_arm([&](std::size_t i) { return value_in(*stacks[i], slot, arms_[i]); });
      merged.stored.push_back({slot, selects_.select(values)});
    }
    return merged;
  }

  ValueId value_in(const StackState& stack, std::int16_t slot, const Arm& arm) {
    for (const SlotValue& stored : stack.stored) {
      if (stored.slot == slot) return renamed(arm, stored.value);
    }
    return selects_.emit(IrOp::load_slot, no_value, no_value, no_value, slot);
  }

  // `charges`: charges the difference in ticks between the arms first. Returns no_exit if the ticks
  // cannot be made equal.
  ExitId merged_exit(const PerArm<ExitId>& exits, bool charges) {
    for (const auto& [before, after] : merged_exits_) {
      if (charges && before == exits) return after;
    }
    Exit merged = graph_.exits[exits[0]];
    const auto exit_of = [&](std::size_t i) -> const Exit& { return graph_.exits[exits[i]]; };
    merged.stack = merged_stack(per_arm([&](std::size_t i) { return &exit_of(i).stack; }));
    if (charges) {
      const auto ticks = per_arm([&](std::size_t i) { return arms_[i].ticks + exit_of(i).ticks; });
      const std::int64_t min = *std::min_element(ticks.begin(), ticks.end());
      const auto excess = per_arm([&](std::size_t i) { return ticks[i] - min; });
      if (excess != charged_ && !charge_until(excess)) return no_exit;
      merged.ticks = static_cast<std::uint32_t>(ticks[0] - charged_[0]);
    }
    const auto id = static_cast<ExitId>(graph_.exits.size() + exits_.size());
    exits_.push_back(std::move(merged));
    if (charges) merged_exits_.emplace_back(exits, id);
    return id;
  }

  // ---- Ticks

  // Charges each arm the rest of `ticks`. Returns false if an arm was charged more already.
  bool charge_until(const PerArm<std::int64_t>& ticks) {
    for (std::size_t i = 0; i < arm_count; ++i) {
      if (ticks[i] < charged_[i]) return false;
    }
    const auto amounts =
        per_arm([&](std::size_t i) { return values_.constant(ticks[i] - charged_[i]); });
    result_.code.push_back(
        values_.append({.op = IrOp::charge_by, .a = selects_.select(amounts), .block = block_}));
    charged_ = ticks;
    return true;
  }

  // Returns the ticks still to be charged on each outgoing edge; nothing if the arms disagree.
  std::optional<std::vector<std::int64_t>> charge_at_end() {
    PerArm<std::vector<std::int64_t>> ticks;
    const auto min = per_arm([&](std::size_t i) {
      for (const Edge& edge : block_of(i).edges) {
        const bool leaves = edge.to == no_block;
        ticks[i].push_back(arms_[i].ticks + (leaves ? graph_.exits[edge.exit].ticks : edge.ticks));
      }
      const std::int64_t least = *std::min_element(ticks[i].begin(), ticks[i].end());
      for (std::int64_t& of_edge : ticks[i]) of_edge -= least;
      return least;
    });
    auto left = per_arm([&](std::size_t i) { return min[i] - charged_[i]; });
    if (!all_equal(ticks)) return std::nullopt;
    if (!all_equal(left)) {
      if (!charge_until(min)) return std::nullopt;
      left = {};
    }
    for (std::int64_t& of_edge : ticks[0]) of_edge += left[0];
    return ticks[0];
  }

  Graph& graph_;
  IrBuilder& values_;
  const BlockId block_;
  PerArm<Arm> arms_;
  PerArm<std::int64_t> charged_{};  // by each arm, beyond the cheapest one
  std::vector<std::pair<PerArm<ExitId>, ExitId>> merged_exits_;
  BasicBlock result_;      // that replaces the block
  SelectBuilder selects_;  // at the end of its code
  std::vector<Exit> exits_;
};

// Whether other blocks use the values of each block. A conversion would leave those uses undefined.
std::vector<bool> blocks_with_shared_values(const Graph& graph) {
  std::vector<bool> is_shared(graph.blocks.size());
  for (BlockId id = 0; id < graph.blocks.size(); ++id) {
    const BasicBlock& block = graph.blocks[id];
    const auto use = [&](ValueId value) {
      if (graph.at(value).block != id) is_shared[graph.at(value).block] = true;
    };
    for (const ValueId value : block.code) for_each_input(graph, graph.at(value), use);
    for_each_terminator_input(graph, block, use);
  }
  return is_shared;
}

// Converts each `?` that can be converted, once. Returns whether any was.
bool convert_all(Graph& graph, IrBuilder& values) {
  const std::vector<bool> is_shared = blocks_with_shared_values(graph);
  bool any = false;
  for (BlockId id = 0; id < graph.blocks.size(); ++id) {
    const bool chooses =
        !graph.blocks[id].dead && graph.blocks[id].terminator == TerminatorKind::quarter;
    if (chooses && IfConversion(graph, values, id).run(is_shared)) {
      remove_unreachable_blocks(graph);
      any = true;
    }
  }
  return any;
}

}  // namespace

bool if_convert(Graph& graph) {
  const bool chooses = std::any_of(
      graph.blocks.begin(), graph.blocks.end(),
      [](const BasicBlock& block) { return block.terminator == TerminatorKind::quarter; });
  if (!chooses) return false;
  IrBuilder values(graph);
  int rounds = 0;
  while (rounds < max_rounds && convert_all(graph, values)) ++rounds;
  return rounds > 0;
}

}  // namespace fungescope::jit
