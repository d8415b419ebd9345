#include "jit/wasm/wasm_emitter.h"

#include <algorithm>

namespace fungescope::jit {
namespace {

// The root, which branches to the entries, follows the blocks.
ReducibleFlow flow_of(const Graph& graph) {
  const auto root = static_cast<FlowNode>(graph.blocks.size());
  std::vector<std::vector<FlowNode>> successors(root + 1);
  std::vector<std::uint32_t> rank(root + 1);
  for (BlockId id = 0; id < root; ++id) {
    const BasicBlock& block = graph.blocks[id];
    rank[id] = block.loop_depth;
    if (block.dead) continue;
    if (block.entry != 0) successors[root].push_back(id);
    for (const Edge& edge : block.edges) {
      if (edge.to != no_block) successors[id].push_back(edge.to);
    }
  }
  return make_reducible(successors, rank, root);
}

std::int64_t lowest_slot_of(const Graph& graph) {
  std::int64_t lowest = 0;
  const auto stores = [&](const StackState& stack) {
    for (const SlotValue& stored : stack.stored)
      lowest = std::min<std::int64_t>(lowest, stored.slot);
  };
  for (const Instr& instr : graph.values) {
    if (instr.op == IrOp::load_slot) lowest = std::min(lowest, instr.k);
  }
  for (const Exit& exit : graph.exits) stores(exit.stack);
  for (const BasicBlock& block : graph.blocks) {
    for (const Edge& edge : block.edges) stores(edge.stack);
  }
  return lowest;
}

}  // namespace

WasmEmitter::WasmEmitter(const Graph& graph, const unsigned char* source_bytes)
    : StructuredEmitter(flow_of(graph)),
      graph_(graph),
      source_bytes_(source_bytes),
      locals_(choose_locals(graph)),
      lowest_slot_(lowest_slot_of(graph)) {
  for (const BasicBlock& block : graph.blocks) {
    if (block.entry != 0 && !block.dead) entry_numbers_.push_back(block.entry);
  }
}

std::vector<std::uint8_t> WasmEmitter::emit() {
  emit_prologue();
  emit_all();
  code_.op(WasmOp::unreachable);
  return wasm_module(code_, i32_locals, first_value - wide + locals_.count);
}

// ---- The frame

void WasmEmitter::emit_prologue() {
  const auto uses = [this](auto is_used) {
    return std::any_of(graph_.values.begin(), graph_.values.end(), is_used);
  };
  load_member(WasmOp::i32_load, &NativeContext::base);
  code_.i32(lowest_slot_ * 8).op(WasmOp::i32_add).set(low);
  if (uses([](const Instr& instr) { return instr.op == IrOp::guard_stack; })) {
    load_member(WasmOp::i32_load, &NativeContext::floor).set(floor);
    load_member(WasmOp::i32_load, &NativeContext::ceiling).set(ceiling);
  }
  if (graph_.marks_writes) {
    load_member(WasmOp::i32_load, &NativeContext::written_cells).set(written);
  }
}

// ---- Control flow

void WasmEmitter::begin_if() {
  code_.begin(WasmOp::if_block);
  enter_if();
}
void WasmEmitter::end_if() {
  leave_if();
  code_.op(WasmOp::end);
}

WasmEmitter::PartEnd WasmEmitter::emit_part(FlowNode node, std::size_t number) {
  if (node == root()) return emit_entry(number);
  if (node > root()) return emit_dispatcher(node, number);
  if (number == 0) {
    for (const ValueId value : graph_.blocks[node].code) emit_instr(value);
  }
  return emit_terminator(node, number);
}

// The last entry needs no comparison.
WasmEmitter::PartEnd WasmEmitter::emit_entry(std::size_t number) {
  const std::vector<FlowEdge>& edges = flow().edges[root()];
  if (number != 0) end_if();
  const bool is_last = number + 1 == edges.size();
  if (!is_last) {
    code_.get(entry).i64(entry_numbers_[number]).op(WasmOp::i64_eq);
    begin_if();
  }
  return follow(edges[number], is_last);
}

// The header's edge, the first one, comes last, and so is not nested.
WasmEmitter::PartEnd WasmEmitter::emit_dispatcher(FlowNode node, std::size_t number) {
  const std::vector<FlowEdge>& edges = flow().edges[node];
  const std::size_t edge = number + 1;
  if (number == 0) {
    code_.get(next);
    begin_if();
  } else {
    end_if();
  }
  if (edge == edges.size()) return follow(edges[0], true);
  if (edge + 1 < edges.size()) {
    code_.get(next).i32(flow().selectors[node][edge]).op(WasmOp::i32_eq);
    begin_if();
  }
  return follow(edges[edge], false);
}

WasmEmitter::PartEnd WasmEmitter::follow(const FlowEdge& edge, bool is_last) {
  if (edge.next != FlowEdge::keeps_next) code_.i32(edge.next).set(next);
  return {edge.to, is_last};
}

const FlowEdge& WasmEmitter::flow_edge(BlockId id, std::size_t number) const {
  const std::vector<Edge>& edges = graph_.blocks[id].edges;
  const auto inner =
      std::count_if(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(number),
                    [](const Edge& edge) { return edge.to != no_block; });
  return flow().edges[id][static_cast<std::size_t>(inner)];
}

WasmEmitter::PartEnd WasmEmitter::emit_terminator(BlockId id, std::size_t number) {
  switch (graph_.blocks[id].terminator) {
    case TerminatorKind::branch:
      return emit_branch_of(id, number);
    case TerminatorKind::quarter:
      return emit_quarter(id, number);
    case TerminatorKind::jump:
      break;
  }
  return emit_edge(id, 0, true);
}

WasmEmitter::PartEnd WasmEmitter::emit_quarter(BlockId id, std::size_t number) {
  const BasicBlock& block = graph_.blocks[id];
  if (number == 0) {  // its value is read several times
    push(block.a).set(wide);
  } else {
    end_if();
  }
  const bool is_last = number + 1 == block.edges.size();
  if (!is_last) {
    code_.get(wide).i64(static_cast<std::int64_t>(number)).op(WasmOp::i64_eq);
    begin_if();
  }
  return emit_edge(id, number, is_last);
}

WasmEmitter::PartEnd WasmEmitter::emit_branch_of(BlockId id, std::size_t number) {
  const BasicBlock& block = graph_.blocks[id];
  const Edge& then = block.edges[1];
  const bool charges = !block.charges_before_branch();
  const bool branches = is_bare_branch(id, 1, charges);
  // The code of a target in place follows, rather than being nested.
  const bool in_place = then.to != no_block && is_in_place(id, flow_edge(id, 1).to);
  const bool negates = !branches && (in_place || is_bare_branch(id, 0, charges));
  const std::size_t first = negates ? 0 : 1;
  if (number == 1) {
    end_if();
    return emit_edge(id, 1 - first, true, charges);
  }
  if (!charges && then.ticks != 0) charge(then.ticks);
  const bool fused = block.condition == Condition::not_equal && graph_.is_constant(block.b, 0) &&
                     push_comparison(block.a);
  if (fused) {
    if (negates) code_.op(WasmOp::i32_eqz);
  } else {
    const bool greater = block.condition == Condition::greater;
    push(block.a);
    push(block.b).op(greater ? (negates ? WasmOp::i64_le_s : WasmOp::i64_gt_s)
                             : (negates ? WasmOp::i64_eq : WasmOp::i64_ne));
  }
  if (is_bare_branch(id, first, charges)) {
    code_.op_with_index(WasmOp::br_if, depth_of(flow_edge(id, first).to));
    return emit_edge(id, 1 - first, true, charges);
  }
  begin_if();
  return emit_edge(id, first, false, charges);
}

// Whether following the edge takes a branch and nothing else.
bool WasmEmitter::is_bare_branch(BlockId id, std::size_t number, bool charges) const {
  const Edge& edge = graph_.blocks[id].edges[number];
  if (edge.to == no_block || edge.rebase || (charges && edge.ticks != 0)) return false;
  const FlowEdge& target = flow_edge(id, number);
  if (target.next != FlowEdge::keeps_next || is_in_place(id, target.to)) return false;
  const std::vector<ValueId>& phis = graph_.blocks[edge.to].phis;
  for (std::size_t i = 0; i < phis.size(); ++i) {
    if (is_move(phis[i], edge.args[i])) return false;
  }
  return true;
}

WasmEmitter::PartEnd WasmEmitter::emit_edge(BlockId id, std::size_t number, bool is_last,
                                            bool charges) {
  const Edge& edge = graph_.blocks[id].edges[number];
  if (edge.to == no_block) {
    leave(edge.exit);
    return {no_flow_node, is_last};
  }
  if (edge.rebase) {
    store_stack(edge.stack);
    const std::int64_t bytes = edge.stack.depth * 8;
    if (bytes != 0) code_.get(low).i32(bytes).op(WasmOp::i32_add).set(low);
  }
  move_args(edge);
  if (charges && edge.ticks != 0) charge(edge.ticks);
  return follow(flow_edge(id, number), is_last);
}

bool WasmEmitter::is_move(ValueId phi, ValueId arg) const {
  if (locals_.local_of[phi] == WasmLocals::none) return false;
  const bool has_local = graph_.at(arg).block != no_block && !locals_.is_inline[arg];
  return !has_local || locals_.local_of[arg] != locals_.local_of[phi];
}

// In parallel: all arguments are on the operand stack before a phi is set.
void WasmEmitter::move_args(const Edge& edge) {
  const std::vector<ValueId>& phis = graph_.blocks[edge.to].phis;
  for (std::size_t i = 0; i < phis.size(); ++i) {
    if (is_move(phis[i], edge.args[i])) push(edge.args[i]);
  }
  for (std::size_t i = phis.size(); i-- > 0;) {
    if (is_move(phis[i], edge.args[i])) code_.set(local_of(phis[i]));
  }
}

void WasmEmitter::charge(std::uint64_t ticks) {
  code_.get(left).i64(static_cast<std::int64_t>(ticks)).op(WasmOp::i64_sub).set(left);
}

// ---- Exits

void WasmEmitter::store_stack(const StackState& stack) {
  for (const SlotValue& stored : stack.stored) {
    code_.get(low);
    push(stored.value).access(WasmOp::i64_store, offset_of_slot(stored.slot));
  }
}

void WasmEmitter::leave(ExitId id) {
  const Exit& exit = graph_.exits[id];
  store_stack(exit.stack);
  code_.get(context).get(left);
  if (exit.ticks != 0) code_.i64(exit.ticks).op(WasmOp::i64_sub);
  code_.access(WasmOp::i64_store, offset_of(&NativeContext::left));
  code_.get(context).get(low).i32(offset_of_slot(exit.stack.depth)).op(WasmOp::i32_add);
  code_.access(WasmOp::i32_store, offset_of(&NativeContext::base));
  code_.i64(id).op(WasmOp::return_value);
}

}  // namespace fungescope::jit
