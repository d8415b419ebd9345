// Loads, stores and guards.
#include "jit/x64/x64_emitter.h"
#include "vm/blocks/block_cache.h"
#include "vm/write_map.h"

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;
namespace Inst = asmjit::x86::Inst;

void X64Emitter::emit_access(ValueId id, const Instr& instr) {
  switch (instr.op) {
    case IrOp::load_slot:
    case IrOp::load_cell:
    case IrOp::load: {
      const Gp to = target(id, x86::rax);
      load_into(to, instr);
      return store_result(id, to);
    }
    case IrOp::load_or_zero:
      return load_or_zero(id, instr);
    case IrOp::store_cell:
      return store_cell(instr);
    case IrOp::store:
      return store_at(id, in_register(instr.a, x86::rdx), instr.b);
    case IrOp::add_to_cell:
    case IrOp::subtract_from_cell: {
      const Gp index = in_register(instr.a, x86::rdx);
      const InstId op = instr.op == IrOp::add_to_cell ? Inst::kIdAdd : Inst::kIdSub;
      if (is_imm32(instr.b)) {
        as_.emit(op, delta_at(index), imm(k32(instr.b)));
      } else {
        as_.emit(op, delta_at(index), in_register(instr.b, x86::rax));
      }
      return;
    }
    case IrOp::store_inside:
      return store_inside(id, instr);
    case IrOp::mark_written: {
      const auto cell = static_cast<std::int32_t>(instr.k);
      as_.mov(x86::byte_ptr(pinned_register(Pinned::written, x86::rdx), cell), imm(1));
      if (!marks_chunks()) return;
      as_.mov(x86::rdx, member(&NativeContext::written_chunks, x86::rdx));
      as_.mov(x86::byte_ptr(x86::rdx, cell >> WriteMap::chunk_bits), imm(1));
      return;
    }
    case IrOp::mark_written_at:
      return mark_written_at(in_register(instr.a, x86::rax));
    default:
      return emit_guard(id, instr);
  }
}

// The value of a cell is its source byte plus its delta.
void X64Emitter::load_into(const Gp& to, const Instr& instr) {
  switch (instr.op) {
    case IrOp::load_slot:
      as_.mov(to, slot(pinned_register(Pinned::base, x86::rdx), static_cast<int>(instr.k)));
      return;
    case IrOp::load_cell:
      as_.mov(to, delta_of_cell(instr.k));
      if (source_bytes_[instr.k] != 0) as_.add(to, imm(source_bytes_[instr.k]));
      return;
    default: {  // load
      const Gp index = in_register(instr.a, x86::rdx);
      const Gp sum = to == index ? Gp(x86::rax) : to;
      as_.movzx(sum.r32(), x86::byte_ptr(pinned_register(Pinned::source, x86::rax), index));
      as_.add(sum, delta_at(index));
      if (sum != to) as_.mov(to, sum);
      return;
    }
  }
}

void X64Emitter::load_or_zero(ValueId id, const Instr& instr) {
  const Label outside = as_.newLabel();
  as_.xor_(x86::edx, x86::edx);
  index_in_bounds(instr, outside);
  as_.movzx(x86::edx, x86::byte_ptr(pinned_register(Pinned::source, x86::rdx), x86::rax));
  as_.add(x86::rdx, delta_at(x86::rax));
  as_.bind(outside);
  store_result(id, x86::rdx);
}

void X64Emitter::index_in_bounds(const Instr& instr, const Label& outside) {
  const auto check = [&](ValueId coordinate, std::int64_t size) {
    as_.emit(Inst::kIdCmp, in_register(coordinate, x86::rax), imm(size));
    as_.jae(outside);
  };
  check(instr.a, graph_.field.width);
  check(instr.b, graph_.field.height);
  as_.imul(x86::rax, in_register(instr.b, x86::rax), imm(graph_.field.width));
  if (is_imm32(instr.a)) {
    as_.add(x86::rax, imm(k32(instr.a)));
  } else {
    as_.emit(Inst::kIdAdd, x86::rax, operand(instr.a, x86::rax));
  }
}

bool X64Emitter::marks_chunks() const {
  return WriteMap::has_chunks(static_cast<std::size_t>(graph_.field.area()));
}

void X64Emitter::store_cell(const Instr& instr) {
  const std::int32_t byte = source_bytes_[instr.k];
  const Mem cell = delta_of_cell(instr.k);
  if (is_imm32(instr.a) && graph_.at(instr.a).k > INT32_MIN + 256) {
    as_.mov(cell, imm(k32(instr.a) - byte));
    return;
  }
  const Gp value = in_register(instr.a, x86::rax);
  if (byte == 0) {
    as_.mov(cell, value);
    return;
  }
  as_.lea(x86::rax, x86::ptr(value, -byte));
  as_.mov(cell, x86::rax);
}

void X64Emitter::store_at(ValueId store, const Gp& index, ValueId value) {
  const Gp free = Gp(index == x86::rax ? x86::rdx : x86::rax);
  if (is_last_use(store, value) && !is_in(value, index)) {
    // The value's register may be changed.
    const Gp delta = x86::gpq(location_of(value).number);
    as_.movzx(free.r32(), x86::byte_ptr(pinned_register(Pinned::source, free), index));
    as_.sub(delta, free);
    as_.mov(delta_at(index), delta);
    return;
  }
  as_.movzx(free.r32(), x86::byte_ptr(pinned_register(Pinned::source, free), index));
  as_.neg(free);
  if (graph_.is_constant(value, 0)) {
    // The delta is complete.
  } else if (graph_.is_constant(value) && !is_imm32(value)) {
    // There is no third scratch register for it.
    const std::int64_t k = graph_.at(value).k;
    Mem half = in_frame(scratch_location_);
    half.setSize(4);
    as_.mov(half, imm(static_cast<std::int32_t>(k)));
    half.addOffset(4);
    as_.mov(half, imm(static_cast<std::int32_t>(k >> 32)));
    as_.add(free, in_frame(scratch_location_));
  } else {
    as_.emit(Inst::kIdAdd, free, operand(value, free));
  }
  as_.mov(delta_at(index), free);
}

void X64Emitter::store_inside(ValueId id, const Instr& instr) {
  const Label outside = as_.newLabel();
  index_in_bounds(instr, outside);
  as_.test(x86::byte_ptr(pinned_register(Pinned::marks, x86::rdx), x86::rax),
           imm(BlockCache::store_marks));
  as_.jnz(exit_label(instr.exit));
  store_at(id, x86::rax, instr.c);
  if (graph_.marks_writes) mark_written_at(x86::rax);
  as_.bind(outside);
}

void X64Emitter::mark_written_at(const Gp& index) {
  as_.mov(x86::byte_ptr(pinned_register(Pinned::written, x86::rdx), index), imm(1));
  if (!marks_chunks()) return;
  if (index != x86::rax) as_.mov(x86::rax, index);
  as_.shr(x86::rax, WriteMap::chunk_bits);
  as_.mov(x86::rdx, member(&NativeContext::written_chunks, x86::rdx));
  as_.mov(x86::byte_ptr(x86::rdx, x86::rax), imm(1));
}

void X64Emitter::emit_guard(ValueId id, const Instr& instr) {
  const auto test_mark = [&](std::uint8_t mark) {
    const Gp index = in_register(instr.a, x86::rax);
    as_.test(x86::byte_ptr(pinned_register(Pinned::marks, x86::rdx), index), imm(mark));
    as_.jnz(exit_label(instr.exit));
  };
  switch (instr.op) {
    case IrOp::guard_below:
      as_.cmp(in_register(instr.a, x86::rax), imm(instr.k));
      as_.jae(exit_label(instr.exit));
      return;
    case IrOp::guard_nonzero:
    case IrOp::guard_nonnegative: {
      const Gp a = in_register(instr.a, x86::rax);
      as_.test(a, a);
      const bool nonzero = instr.op == IrOp::guard_nonzero;
      return jump_if(nonzero ? CondCode::kZero : CondCode::kSign, exit_label(instr.exit));
    }
    case IrOp::guard_unmarked:
      return test_mark(BlockCache::store_marks);
    case IrOp::guard_untrapped:
      return test_mark(BlockCache::read_trap);
    case IrOp::guard_stack:
      return guard_stack(id, instr);
    case IrOp::guard_ticks:
      as_.cmp(pinned_register(Pinned::left, x86::rax), imm(instr.k));
      as_.jb(exit_label(instr.exit));
      return;
    case IrOp::charge_by:
      as_.emit(Inst::kIdSub, pinned_register(Pinned::left, x86::rax), operand(instr.a, x86::rdx));
      return;
    case IrOp::charge:
      return charge(static_cast<std::uint64_t>(instr.k));
    default:
      return emit_call(id, instr);
  }
}

void X64Emitter::guard_stack(ValueId id, const Instr& instr) {
  const auto compare_slot = [&](int distance, std::uint32_t limit) {
    as_.lea(x86::rax, slot(pinned_register(Pinned::base, x86::rax), distance));
    as_.cmp(x86::rax, in_frame(limit));
  };
  if (instr.need != unlimited) {
    compare_slot(-instr.need, floor_location_);
    as_.jb(exit_label(instr.exit));
  }
  if (instr.reach == unlimited) return;
  compare_slot(instr.reach, ceiling_location_);
  if (instr.k != 1) {
    as_.ja(exit_label(instr.exit));
    return;
  }
  const OutOfLine growth{id, as_.newLabel(), as_.newLabel()};
  as_.ja(growth.begin);
  as_.bind(growth.back);
  stack_growths_.push_back(growth);
}

// The stack would exceed its high-water mark: raises the mark, or leaves. The address that must be
// below the ceiling is in rax.
void X64Emitter::emit_stack_growths() {
  if (stack_growths_.empty()) return;
  const Label raise = as_.newLabel();
  for (const OutOfLine& growth : stack_growths_) {
    annotate(ListingLine::value, growth.id);
    as_.bind(growth.begin);
    const ExitId exit = graph_.at(growth.id).exit;
    as_.mov(x86::edx, imm(graph_.exits[exit].ticks));
    as_.call(raise);
    as_.jbe(growth.back);
    as_.jmp(exit_label(exit));
  }
  annotate(ListingLine::epilogue, 0);
  as_.bind(raise);
  emit_raise_ceiling();
}

// NativeContext::raise_ceiling as a function: `needed` in rax, and the ticks that are not charged
// yet in rdx. Sets the flags to "below or equal" if it succeeds.
void X64Emitter::emit_raise_ceiling() {
  const Location left = allocation_.pinned_values[Pinned::left];
  const Gp context = left.number == x86::Gp::kIdCx ? x86::rsi : x86::rcx;
  constexpr std::int32_t pushed = 16;  // the return address and a register
  const Mem frame_ceiling = in_frame(ceiling_location_).cloneAdjusted(pushed);
  as_.push(context);
  const Location home = allocation_.pinned_values[Pinned::context];
  if (home.kind == Location::Kind::in_frame) {
    as_.mov(context, in_frame(home.number).cloneAdjusted(pushed));
  } else if (home.number != context.id()) {
    as_.mov(context, x86::gpq(home.number));
  }
  const auto field_of = [&](auto NativeContext::*field) {
    return x86::qword_ptr(context, offset_of(field));
  };
  const Label done = as_.newLabel();
  as_.cmp(x86::rax, field_of(&NativeContext::max_ceiling));
  as_.ja(done);
  as_.mov(field_of(&NativeContext::ceiling), x86::rax);
  as_.xchg(x86::rax, frame_ceiling);
  as_.mov(field_of(&NativeContext::ceiling_before), x86::rax);
  as_.mov(x86::rax, x86::gpq(left.number));
  as_.sub(x86::rax, x86::rdx);
  as_.mov(field_of(&NativeContext::raised_at), x86::rax);
  as_.xor_(x86::eax, x86::eax);
  as_.bind(done);
  as_.pop(context);
  as_.ret();
}

}  // namespace fungescope::jit
