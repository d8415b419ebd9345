#include "jit/ir/control_flow.h"
#include "jit/regalloc/liveness.h"
#include "jit/wasm/wasm_emitter.h"

#include <algorithm>

namespace fungescope::jit {
namespace {

// Whether the code of an operation contains its operands more than once.
bool repeats_operand(const Graph& graph, const Instr& instr, ValueId operand) {
  switch (instr.op) {
    case IrOp::divide:
    case IrOp::remainder:
      return !divides_plainly(graph, instr);
    case IrOp::load_or_zero:
    case IrOp::multiply_high:
    case IrOp::reduce:
    case IrOp::put_byte:
      return true;
    case IrOp::store_inside:
      return operand == instr.a || operand == instr.b;
    default:
      return false;
  }
}

// Whether a value can be computed where it is used, with its operands. A load cannot if cells may
// be stored before. Stack slots are stored at exits, in any order.
bool can_be_inline(const Graph& graph, const Instr& instr) {
  return has_value(instr.op) && !has_effect(instr.op) && instr.op != IrOp::load_slot &&
         !repeats_operand(graph, instr, instr.a);
}

class LocalChooser {
 public:
  explicit LocalChooser(const Graph& graph)
      : graph_(graph),
        blocks_(reverse_post_order(graph, true)),
        values_(graph.values.size()),
        locals_{std::vector<bool>(graph.values.size()),
                std::vector<std::uint32_t>(graph.values.size(), none)} {
    for (const BlockId id : blocks_) count_uses(id);
    for (const BlockId id : blocks_) choose_inline(id);
    find_live_values();
    for (const BlockId id : blocks_) assign(id);
  }

  [[nodiscard]] WasmLocals take() {
    locals_.count = static_cast<std::uint32_t>(taken_.size());
    return std::move(locals_);
  }

 private:
  static constexpr std::uint32_t none = WasmLocals::none;

  struct Value {
    std::uint32_t uses = 0;
    BlockId user = no_block;     // of the last use found
    std::uint32_t at = 0;        // the position of that use: an index in the code, or its size
    std::uint32_t computed = 0;  // the position where the value is computed, if inline
    std::uint32_t hint = none;   // of a phi: the local of an argument
    ValueId feeds = no_value;    // a phi of which it is an argument
    BlockId live_in = no_block;  // the block at whose present position it is live
  };

  [[nodiscard]] bool is_inline(ValueId id) const { return locals_.is_inline[id]; }

  void count_uses(BlockId id) {
    const BasicBlock& block = graph_.blocks[id];
    for (std::size_t i = 0; i < block.code.size(); ++i) {
      const Instr& instr = graph_.at(block.code[i]);
      for (const ValueId operand : {instr.a, instr.b, instr.c})
        use(operand, id, i, operand != no_value && repeats_operand(graph_, instr, operand));
      if (instr.exit == no_exit) continue;
      for_each_stored(graph_, graph_.exits[instr.exit].stack,
                      [&](ValueId value) { use(value, id, i); });
    }
    for_each_terminator_input(graph_, block,
                              [&](ValueId value) { use(value, id, block.code.size()); });
    for (const Edge& edge : block.edges) {
      for (std::size_t i = 0; i < edge.args.size(); ++i) {
        if (needs_location(graph_, edge.args[i]))
          values_[edge.args[i]].feeds = graph_.blocks[edge.to].phis[i];
      }
    }
  }

  void use(ValueId id, BlockId by, std::size_t at, bool repeatedly = false) {
    if (!needs_location(graph_, id)) return;
    Value& value = values_[id];
    value.uses += repeatedly ? 2 : 1;
    value.user = by;
    value.at = static_cast<std::uint32_t>(at);
  }

  // From the end, so that it is known where a value's user is computed.
  void choose_inline(BlockId id) {
    const BasicBlock& block = graph_.blocks[id];
    std::size_t store = block.code.size();  // the first one after the present position
    for (std::size_t i = block.code.size(); i-- > 0;) {
      const Instr& instr = graph_.at(block.code[i]);
      Value& value = values_[block.code[i]];
      if (has_trait(instr.op, ir::stores)) store = i;
      if (value.uses != 1 || value.user != id || !can_be_inline(graph_, instr)) continue;
      const bool by_value = value.at < block.code.size();
      value.computed = by_value && is_inline(block.code[value.at])
                           ? values_[block.code[value.at]].computed
                           : value.at;
      const bool loads = instr.op == IrOp::load_cell || instr.op == IrOp::load;
      // The operation that stores evaluates its operands before.
      locals_.is_inline[block.code[i]] = !loads || value.computed <= store;
    }
  }

  // Calls f(ValueId) for the values in locals that computing `id` reads.
  template <class F>
  void for_each_local(ValueId id, F f) const {
    if (!needs_location(graph_, id)) return;
    if (!is_inline(id)) return f(id);
    const Instr& instr = graph_.at(id);
    for (const ValueId operand : {instr.a, instr.b, instr.c}) for_each_local(operand, f);
  }

  // The same for an operation of a block, or, at the end of its code, for its terminator.
  template <class F>
  void for_each_local_at(const BasicBlock& block, std::size_t at, F f) const {
    const auto used = [&](ValueId id) { for_each_local(id, f); };
    if (at == block.code.size()) return for_each_terminator_input(graph_, block, used);
    if (is_inline(block.code[at])) return;
    for_each_input(graph_, graph_.at(block.code[at]), used);
  }

  void find_live_values() {
    std::vector<ValueUse> uses;
    for (const BlockId id : blocks_) {
      const BasicBlock& block = graph_.blocks[id];
      for (std::size_t i = 0; i <= block.code.size(); ++i) {
        for_each_local_at(block, i, [&](ValueId value) {
          if (graph_.at(value).block != id) uses.push_back({value, id});
        });
      }
    }
    live_ = live_values(graph_, uses);
  }

  void assign(BlockId id) {
    const BasicBlock& block = graph_.blocks[id];
    // The values that die at each position: those read there and not live after.
    std::vector<std::vector<ValueId>> last_uses(block.code.size() + 1);
    for (const Edge& edge : block.edges) {
      if (edge.to == no_block) continue;
      for (const ValueId value : live_[edge.to]) values_[value].live_in = id;
    }
    for (std::size_t i = block.code.size() + 1; i-- > 0;) {
      for_each_local_at(block, i, [&](ValueId value) {
        if (values_[value].live_in != id) last_uses[i].push_back(value);
        values_[value].live_in = id;
      });
    }
    taken_.assign(taken_.size(), false);
    for (const ValueId value : live_[id]) taken_[locals_.local_of[value]] = true;
    for (const ValueId phi : block.phis) define(phi);
    for (std::size_t i = 0; i < block.code.size(); ++i) {
      const ValueId value = block.code[i];
      for (const ValueId dead : last_uses[i]) taken_[locals_.local_of[dead]] = false;
      if (has_value(graph_.at(value).op) && !is_inline(value)) define(value);
    }
    for (const Edge& edge : block.edges) {
      if (edge.to != no_block) add_hints(edge);
    }
  }

  // An argument and its phi should share a local.
  void add_hints(const Edge& edge) {
    const std::vector<ValueId>& phis = graph_.blocks[edge.to].phis;
    for (std::size_t i = 0; i < phis.size(); ++i) {
      Value& phi = values_[phis[i]];
      if (needs_location(graph_, edge.args[i]) && phi.hint == none)
        phi.hint = locals_.local_of[edge.args[i]];
    }
  }

  void define(ValueId id) {
    Value& value = values_[id];
    if (value.uses == 0) return;
    std::uint32_t local = value.feeds == no_value ? none : locals_.local_of[value.feeds];
    if (local == none || taken_[local]) local = value.hint;
    if (local == none || taken_[local]) {
      const auto free = std::find(taken_.begin(), taken_.end(), false);
      local = static_cast<std::uint32_t>(free - taken_.begin());
      if (free == taken_.end()) taken_.push_back(false);
    }
    taken_[local] = true;
    locals_.local_of[id] = local;
  }

  const Graph& graph_;
  std::vector<BlockId> blocks_;  // that entries reach, in reverse post-order
  std::vector<Value> values_;
  LiveValues live_;
  WasmLocals locals_;
  std::vector<bool> taken_;  // locals, while they are assigned
};

}  // namespace

WasmLocals choose_locals(const Graph& graph) {
  return LocalChooser(graph).take();
}

}  // namespace fungescope::jit
