#include "jit/x64/x64_emitter.h"

#include <array>
#include <cstddef>
#include <string>

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;
namespace Inst = asmjit::x86::Inst;

namespace {

// All but rsp and the scratch registers rax and rdx.
constexpr RegisterSet allocatable =
    0xffff &
    ~(register_bit(x86::Gp::kIdSp) | register_bit(x86::Gp::kIdAx) | register_bit(x86::Gp::kIdDx));
// In the order in which they are pushed.
constexpr std::array<std::uint32_t, 6> callee_saved{x86::Gp::kIdBx,  x86::Gp::kIdBp,
                                                    x86::Gp::kIdR12, x86::Gp::kIdR13,
                                                    x86::Gp::kIdR14, x86::Gp::kIdR15};
// Of the pinned values, by Pinned::Id: the registers of the function's arguments, or free at the
// start.
constexpr std::array<std::uint32_t, 7> homes{x86::Gp::kIdDi, x86::Gp::kIdSi, x86::Gp::kIdCx,
                                             x86::Gp::kIdR8, x86::Gp::kIdR9, x86::Gp::kIdR10,
                                             x86::Gp::kIdR11};
constexpr std::uint32_t call_save_slots = 7;  // the number of registers that a call may clobber

}  // namespace

X64Emitter::X64Emitter(x86::Assembler& assembler, const Graph& graph, const unsigned char* source,
                       bool annotates)
    : as_(assembler),
      graph_(graph),
      source_bytes_(source),
      annotates_(annotates),
      allocation_(allocate_registers(graph, weigh_pinned_values())) {}

void X64Emitter::annotate(ListingLine::Kind of, std::uint32_t id) {
  if (annotates_) as_.commentf("@%c%u", of, id);
}

X64Emitter::Label X64Emitter::named_label(char kind, std::uint32_t id) {
  if (!annotates_) return as_.newLabel();
  return as_.newNamedLabel((kind + std::to_string(id)).c_str());
}

void X64Emitter::emit() {
  for (BlockId id = 0; id < graph_.blocks.size(); ++id)
    block_labels_.push_back(named_label(ListingLine::block, id));
  for (ExitId id = 0; id < graph_.exits.size(); ++id)
    exit_labels_.emplace_back(named_label(ListingLine::exit, id), false);
  emit_prologue();
  emit_entries();
  for (BlockId id = 0; id < graph_.blocks.size(); ++id) {
    if (!graph_.blocks[id].dead) emit_block(id);
  }
  emit_out_of_line_calls();
  emit_stack_growths();
  emit_exits();
}

// ---- The frame and the pinned values

// All but the ticks and the cells compete with other values for registers.
RegisterFile X64Emitter::weigh_pinned_values() const {
  RegisterFile registers{allocatable, {}};
  for (const std::uint32_t home : homes) {
    registers.pinned_values.push_back({.home = static_cast<std::uint8_t>(home)});
  }
  registers.pinned_values[Pinned::left].requires_register =
      registers.pinned_values[Pinned::deltas].requires_register = true;
  for (const BasicBlock& block : graph_.blocks) {
    if (block.dead) continue;
    const auto uses = [&](Pinned::Id id) {
      registers.pinned_values[id].weight += weight_of(block);
    };
    for (const ValueId value : block.code) {
      for (const Pinned::Id id : pinned_values_of(graph_.at(value).op)) uses(id);
    }
    for (const Edge& edge : block.edges) {
      if (edge.rebase) uses(Pinned::base);
    }
  }
  return registers;
}

std::vector<X64Emitter::Pinned::Id> X64Emitter::pinned_values_of(IrOp op) const {
  switch (op) {
    case IrOp::load:
    case IrOp::store:
    case IrOp::load_or_zero:
      return {Pinned::source};
    case IrOp::store_inside:
      if (graph_.marks_writes) return {Pinned::source, Pinned::marks, Pinned::written};
      return {Pinned::source, Pinned::marks};
    case IrOp::guard_unmarked:
    case IrOp::guard_untrapped:
      return {Pinned::marks};
    case IrOp::load_slot:
    case IrOp::guard_stack:
      return {Pinned::base};
    case IrOp::mark_written:
    case IrOp::mark_written_at:
      return {Pinned::written};
    case IrOp::random_quarter:
    case IrOp::put_byte:
      return {Pinned::context};
    default:
      return {};
  }
}

void X64Emitter::emit_prologue() {
#if defined(__CET__) && (__CET__ & 1) != 0
  as_.endbr64();  // the tier calls regions by address, and this compiler marks programs for CET
#endif
  std::uint32_t pushed = 0;
  for (const std::uint32_t reg : callee_saved) {
    if ((allocation_.used & register_bit(reg)) == 0) continue;
    as_.push(x86::gpq(reg));
    ++pushed;
  }
  scratch_location_ = allocation_.frame_size;
  floor_location_ = scratch_location_ + 1;
  ceiling_location_ = floor_location_ + 1;
  saved_locations_ = ceiling_location_ + 1;
  std::uint32_t slots = saved_locations_ + call_save_slots;
  // At a call the stack pointer is a multiple of 16, before the return address is pushed.
  if ((pushed + 1 + slots) % 2 != 0) ++slots;
  frame_bytes_ = slots * 8;
  as_.sub(x86::rsp, imm(frame_bytes_));
  const auto arrives = [&](Pinned::Id id, const Gp& in) {
    const Location location = allocation_.pinned_values[id];
    if (location.kind == Location::Kind::in_frame) as_.mov(in_frame(location.number), in);
  };
  const auto comes_from = [&](Pinned::Id id, std::int32_t offset) {
    const Location location = allocation_.pinned_values[id];
    const bool has_register = location.kind == Location::Kind::in_register;
    const Gp reg = has_register ? x86::gpq(location.number) : x86::rax;
    as_.mov(reg, x86::qword_ptr(x86::rcx, offset));
    arrives(id, reg);
  };
  // The stack bounds are constant, and used more often than any other member of the context.
  for (const auto& [slot, offset] : {std::pair{floor_location_, offset_of(&NativeContext::floor)},
                                     {ceiling_location_, offset_of(&NativeContext::ceiling)}}) {
    as_.mov(x86::rax, x86::qword_ptr(x86::rcx, offset));
    as_.mov(in_frame(slot), x86::rax);
  }
  arrives(Pinned::context, x86::rcx);
  arrives(Pinned::source, x86::r8);
  arrives(Pinned::marks, x86::r9);
  comes_from(Pinned::base, offset_of(&NativeContext::base));
  if (graph_.marks_writes) comes_from(Pinned::written, offset_of(&NativeContext::written_cells));
}

// Dispatches by the entry number in rdx. The last entry needs no comparison.
void X64Emitter::emit_entries() {
  std::vector<BlockId> entries;
  for (BlockId id = 0; id < graph_.blocks.size(); ++id) {
    if (graph_.blocks[id].entry != 0) entries.push_back(id);
  }
  for (const BlockId id : entries) {
    if (id != entries.back()) {
      as_.cmp(x86::edx, imm(graph_.blocks[id].entry));
      as_.je(block_labels_[id]);
    } else if (id != 0) {
      as_.jmp(block_labels_[id]);
    }
  }
}

// The number of the exit is in rax.
void X64Emitter::emit_epilogue() {
  const Gp to = pinned_register(Pinned::context, x86::rcx);
  as_.mov(x86::qword_ptr(to, offset_of(&NativeContext::left)),
          pinned_register(Pinned::left, x86::rdx));
  as_.mov(x86::qword_ptr(to, offset_of(&NativeContext::base)),
          pinned_register(Pinned::base, x86::rdx));
  as_.add(x86::rsp, imm(frame_bytes_));
  for (auto reg = callee_saved.rbegin(); reg != callee_saved.rend(); ++reg) {
    if ((allocation_.used & register_bit(*reg)) != 0) as_.pop(x86::gpq(*reg));
  }
  as_.ret();
}

// ---- Operations

void X64Emitter::emit_block(BlockId id) {
  annotate(ListingLine::block, id);
  as_.bind(block_labels_[id]);
  last_result_ = {};
  for (const ValueId value : graph_.blocks[id].code) {
    annotate(ListingLine::value, value);
    emit_instr(value);
  }
  annotate(ListingLine::end, id);
  emit_terminator(id);
}

// ---- Terminators, and the moves on their edges

void X64Emitter::emit_terminator(BlockId id) {
  const BasicBlock& block = graph_.blocks[id];
  BlockId next = id + 1;
  while (next < graph_.blocks.size() && graph_.blocks[next].dead) ++next;
  switch (block.terminator) {
    case TerminatorKind::jump:
      return jump_to(block.edges[0], next);
    case TerminatorKind::branch:
      return emit_branch(block, next);
    case TerminatorKind::quarter:
      return emit_quarter(block);
  }
}

void X64Emitter::charge(std::uint64_t ticks) {
  as_.sub(pinned_register(Pinned::left, x86::rax), imm(ticks));
}

X64Emitter::Label X64Emitter::label_of(const Edge& edge) {
  return edge.to == no_block ? exit_label(edge.exit) : block_labels_[edge.to];
}

bool X64Emitter::is_plain_jump(const Edge& edge, bool charges) const {
  if (edge.to == no_block) return true;
  return (edge.ticks == 0 || !charges) && !edge.rebase && moves_of(edge).empty();
}

void X64Emitter::jump_to(const Edge& edge, BlockId next, bool charges) {
  if (edge.to != no_block) {
    if (edge.rebase) store_stack(edge.stack);
    emit_moves(moves_of(edge));
    if (edge.ticks != 0 && charges) charge(edge.ticks);
  }
  if (edge.to == no_block || edge.to != next) as_.jmp(label_of(edge));
}

void X64Emitter::emit_branch(const BasicBlock& block, BlockId next) {
  const Edge& otherwise = block.edges[0];
  const Edge& then = block.edges[1];
  const bool charges = !block.charges_before_branch();
  if (!charges && then.ticks != 0) charge(then.ticks);
  compare(block.a, block.b);
  const bool greater = block.condition == Condition::greater;
  const CondCode holds = greater ? CondCode::kSignedGT : CondCode::kNE;
  const CondCode fails = greater ? CondCode::kSignedLE : CondCode::kE;
  const bool bare = is_plain_jump(otherwise, charges);
  if (is_plain_jump(then, charges) && !(then.to == next && then.to != no_block && bare)) {
    jump_if(holds, label_of(then));
    return jump_to(otherwise, next, charges);
  }
  if (bare) {
    jump_if(fails, label_of(otherwise));
    return jump_to(then, next, charges);
  }
  // The back edge takes one jump instead of two.
  const Label other = as_.newLabel();
  const bool loops = then.to <= otherwise.to;
  jump_if(loops ? fails : holds, other);
  jump_to(loops ? then : otherwise, no_block, charges);
  as_.bind(other);
  jump_to(loops ? otherwise : then, next, charges);
}

void X64Emitter::emit_quarter(const BasicBlock& block) {
  for (std::uint32_t i = 0; i + 1 < block.edges.size(); ++i) {
    as_.cmp(in_register(block.a, x86::rax), imm(i));
    if (is_plain_jump(block.edges[i], true)) {
      as_.je(label_of(block.edges[i]));
      continue;
    }
    const Label other = as_.newLabel();
    as_.jne(other);
    jump_to(block.edges[i], no_block);
    as_.bind(other);
  }
  jump_to(block.edges.back(), no_block);
}

// All phis are assigned in parallel.
X64Emitter::EdgeMoves X64Emitter::moves_of(const Edge& edge) const {
  EdgeMoves moves;
  const std::vector<ValueId>& phis = graph_.blocks[edge.to].phis;
  for (std::size_t i = 0; i < phis.size(); ++i) {
    const Location to = location_of(phis[i]);
    const Location from = location_of(edge.args[i]);
    if (to.kind == Location::Kind::nowhere) continue;
    if (from.kind == Location::Kind::nowhere) {
      moves.loads.emplace_back(to, edge.args[i]);
    } else if (to != from) {
      moves.moves.push_back({to, from});
    }
  }
  moves.moves =
      sequence_moves(std::move(moves.moves), {Location::Kind::in_register, x86::Gp::kIdAx});
  return moves;
}

void X64Emitter::emit_moves(const EdgeMoves& moves) {
  for (const LocationMove& step : moves.moves) move(step.to, step.from);
  for (const auto& [to, value] : moves.loads) {
    if (to.kind == Location::Kind::in_register) {
      move(x86::gpq(to.number), value);
    } else if (is_imm32(value)) {
      as_.mov(in_frame(to.number), imm(k32(value)));
    } else {
      move(x86::rax, value);
      as_.mov(in_frame(to.number), x86::rax);
    }
  }
}

// ---- Exits

void X64Emitter::store_stack(const StackState& stack) {
  if (!stack.stored.empty()) {
    const Gp to = pinned_register(Pinned::base, x86::rdx);
    for (const SlotValue& stored : stack.stored) {
      if (is_imm32(stored.value)) {
        as_.mov(slot(to, stored.slot), imm(k32(stored.value)));
      } else {
        as_.mov(slot(to, stored.slot), in_register(stored.value, x86::rax));
      }
    }
  }
  if (stack.depth == 0) return;
  as_.emit(Inst::kIdAdd, place(allocation_.pinned_values[Pinned::base]),
           imm(stack.depth * (1 << cell_bits)));
}

void X64Emitter::emit_exits() {
  const Label leave = as_.newLabel();
  for (ExitId id = 0; id < graph_.exits.size(); ++id) {
    if (!exit_labels_[id].second) continue;
    const Exit& exit = graph_.exits[id];
    annotate(ListingLine::exit, id);
    as_.bind(exit_labels_[id].first);
    store_stack(exit.stack);
    if (exit.ticks != 0) charge(exit.ticks);
    as_.mov(x86::eax, imm(id));
    as_.jmp(leave);
  }
  annotate(ListingLine::epilogue, 0);
  as_.bind(leave);
  emit_epilogue();
}

}  // namespace fungescope::jit
