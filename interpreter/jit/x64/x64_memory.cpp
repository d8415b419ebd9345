// Loads, stores, guards, and what leaves native code for a while.
#include "jit/x64/x64_emitter.h"
#include "jit/x64/x64_layout.h"
#include "vm/block_cache.h"
#include "vm/write_map.h"

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;

void X64Emitter::emit_load(Gp to, const Instr& instr) {
  switch (instr.op) {
    case IrOp::load_slot:
      cc_.mov(to, slot(static_cast<int>(instr.k)));
      return;
    case IrOp::load_cell:
      cc_.mov(to, delta_of_cell(instr.k));
      if (source_bytes_[instr.k] != 0) cc_.add(to, imm(source_bytes_[instr.k]));
      return;
    case IrOp::load: {
      const Gp byte = temporary();
      cc_.movzx(byte.r32(), source_at(instr.a));
      cc_.mov(to, delta_at(instr.a));
      cc_.add(to, byte);
      return;
    }
    default: {  // load_or_zero
      const Label outside = cc_.newLabel();
      const Gp byte = temporary();
      cc_.xor_(to.r32(), to.r32());
      const Gp index = index_inside(instr, outside);
      cc_.movzx(byte.r32(), x86::byte_ptr(source_, index));
      cc_.mov(to, x86::qword_ptr(deltas_, index, cell_bits));
      cc_.add(to, byte);
      cc_.bind(outside);
      return;
    }
  }
}

X64Emitter::Gp X64Emitter::index_inside(const Instr& instr, const Label& outside) {
  const Gp x = use(instr.a);
  const Gp y = use(instr.b);
  const Gp index = temporary();
  cc_.cmp(x, imm(graph_.field.width));
  cc_.jae(outside);
  cc_.cmp(y, imm(graph_.field.height));
  cc_.jae(outside);
  cc_.imul(index, y, imm(graph_.field.width));
  cc_.add(index, x);
  return index;
}

bool X64Emitter::notes_chunks() const {
  return WriteMap::has_chunks(static_cast<std::size_t>(graph_.field.width) *
                              static_cast<std::size_t>(graph_.field.height));
}

void X64Emitter::emit_store(const Instr& instr) {
  const auto one = imm(1);
  switch (instr.op) {
    case IrOp::store_cell: {
      const std::int32_t byte = source_bytes_[instr.k];
      if (small(instr.a) && graph_.at(instr.a).k > INT32_MIN + 256) {
        cc_.mov(delta_of_cell(instr.k), imm(k32(instr.a) - byte));
        return;
      }
      if (byte == 0) {
        cc_.mov(delta_of_cell(instr.k), use(instr.a));
        return;
      }
      const Gp delta = temporary();
      cc_.lea(delta, x86::ptr(use(instr.a), -byte));
      cc_.mov(delta_of_cell(instr.k), delta);
      return;
    }
    case IrOp::store: {
      const Gp byte = temporary();
      const Gp delta = temporary();
      cc_.movzx(byte.r32(), source_at(instr.a));
      move(delta, instr.b);
      cc_.sub(delta, byte);
      cc_.mov(delta_at(instr.a), delta);
      return;
    }
    case IrOp::store_inside: {
      const Label outside = cc_.newLabel();
      const Gp byte = temporary();
      const Gp delta = temporary();
      const Gp index = index_inside(instr, outside);
      cc_.test(x86::byte_ptr(marks_, index), imm(BlockCache::store_marks));
      cc_.jnz(exit_label(instr.exit));
      cc_.movzx(byte.r32(), x86::byte_ptr(source_, index));
      move(delta, instr.c);
      cc_.sub(delta, byte);
      cc_.mov(x86::qword_ptr(deltas_, index, cell_bits), delta);
      if (graph_.maps_writes) {
        cc_.mov(x86::byte_ptr(written_, index), one);
        if (notes_chunks()) {
          cc_.mov(byte, x86::qword_ptr(context_, offset_of(&NativeContext::written_chunks)));
          cc_.shr(index, WriteMap::chunk_bits);
          cc_.mov(x86::byte_ptr(byte, index), one);
        }
      }
      cc_.bind(outside);
      return;
    }
    case IrOp::note_write: {
      const auto cell = static_cast<std::int32_t>(instr.k);
      cc_.mov(x86::byte_ptr(written_, cell), one);
      if (!notes_chunks()) return;
      const Gp map = temporary();
      cc_.mov(map, x86::qword_ptr(context_, offset_of(&NativeContext::written_chunks)));
      cc_.mov(x86::byte_ptr(map, cell >> WriteMap::chunk_bits), one);
      return;
    }
    default: {  // note_write_at
      const Gp chunk = temporary();
      move(chunk, instr.a);
      cc_.mov(x86::byte_ptr(written_, chunk), one);
      if (!notes_chunks()) return;
      const Gp map = temporary();
      cc_.shr(chunk, WriteMap::chunk_bits);
      cc_.mov(map, x86::qword_ptr(context_, offset_of(&NativeContext::written_chunks)));
      cc_.mov(x86::byte_ptr(map, chunk), one);
      return;
    }
  }
}

void X64Emitter::emit_guard(const Instr& instr) {
  switch (instr.op) {
    case IrOp::guard_below:
      cc_.cmp(use(instr.a), imm(instr.k));
      cc_.jae(exit_label(instr.exit));
      return;
    case IrOp::guard_nonzero: {
      const Gp a = use(instr.a);
      cc_.test(a, a);
      cc_.jz(exit_label(instr.exit));
      return;
    }
    case IrOp::guard_plain:
      cc_.test(mark_at(instr.a), imm(BlockCache::store_marks));
      cc_.jnz(exit_label(instr.exit));
      return;
    case IrOp::guard_unwatched:
      cc_.test(mark_at(instr.a), imm(BlockCache::read_trap));
      cc_.jnz(exit_label(instr.exit));
      return;
    case IrOp::guard_stack: {
      const Gp place = temporary();
      if (instr.need != unlimited) {
        cc_.lea(place, slot(-instr.need));
        cc_.cmp(place, x86::qword_ptr(context_, offset_of(&NativeContext::floor)));
        cc_.jb(exit_label(instr.exit));
      }
      if (instr.reach != unlimited) {
        cc_.lea(place, slot(instr.reach));
        cc_.cmp(place, x86::qword_ptr(context_, offset_of(&NativeContext::ceiling)));
        cc_.ja(exit_label(instr.exit));
      }
      return;
    }
    case IrOp::guard_ticks:
      cc_.cmp(left_, imm(instr.k));
      cc_.jb(exit_label(instr.exit));
      return;
    case IrOp::charge_by:
      cc_.sub(left_, use(instr.a));
      return;
    default:  // charge
      cc_.sub(left_, imm(instr.k));
      return;
  }
}

// ---- Calls

// Random::next_quarter, here.
void X64Emitter::draw_quarter(Gp to) {
  const Gp place = temporary();
  const Gp mixed = temporary();
  const Gp constant = temporary();
  cc_.mov(place, x86::qword_ptr(context_, offset_of(&NativeContext::random)));
  cc_.mov(to, imm(0x9e3779b97f4a7c15U));
  cc_.add(to, x86::qword_ptr(place));
  cc_.mov(x86::qword_ptr(place), to);
  const auto mix = [&](unsigned bits) {
    cc_.mov(mixed, to);
    cc_.shr(mixed, bits);
    cc_.xor_(to, mixed);
  };
  mix(30);
  cc_.mov(constant, imm(0xbf58476d1ce4e5b9U));
  cc_.imul(to, constant);
  mix(27);
  cc_.mov(constant, imm(0x94d049bb133111ebU));
  cc_.imul(to, constant);
  mix(31);
  cc_.shr(to, 62);
}

void X64Emitter::emit_call(ValueId id, const Instr& instr) {
  if (instr.op == IrOp::random_quarter) return draw_quarter(reg(id));
  asmjit::InvokeNode* call = nullptr;
  const Gp result = cc_.newUInt64();
  using Take = std::uint64_t (*)(NativeContext*, std::int64_t);
  using Give = std::uint64_t (*)(NativeContext*);
  if (instr.op == IrOp::put_byte || instr.op == IrOp::put_number) {
    const Take function = instr.op == IrOp::put_byte ? fungescope_put_byte : fungescope_put_number;
    const Gp value = use(instr.a);  // before the call, not after it
    cc_.invoke(&call, imm(reinterpret_cast<std::uint64_t>(function)),
               asmjit::FuncSignatureT<std::uint64_t, NativeContext*, std::int64_t>());
    call->setArg(0, context_);
    call->setArg(1, value);
    call->setRet(0, result);
  } else {
    const Give function =
        instr.op == IrOp::read_byte ? fungescope_read_byte : fungescope_read_number;
    cc_.invoke(&call, imm(reinterpret_cast<std::uint64_t>(function)),
               asmjit::FuncSignatureT<std::uint64_t, NativeContext*>());
    call->setArg(0, context_);
    call->setRet(0, result);
  }
  cc_.test(result, result);
  cc_.jz(exit_label(instr.exit));
  if (instr.op == IrOp::read_byte || instr.op == IrOp::read_number) {
    cc_.mov(reg(id), x86::qword_ptr(context_, offset_of(&NativeContext::input)));
  }
}

}  // namespace fungescope::jit
