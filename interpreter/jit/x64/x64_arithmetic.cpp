// Operations; here, on values. The result may be in the register of an operand.
#include "jit/x64/x64_emitter.h"

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;
namespace Inst = asmjit::x86::Inst;

void X64Emitter::emit_instr(ValueId id) {
  const Instr& instr = graph_.at(id);
  switch (instr.op) {
    case IrOp::constant:
    case IrOp::phi:
      return;
    case IrOp::add:
      return add(id, instr);
    case IrOp::subtract:
      return subtract(id, instr);
    case IrOp::multiply:
      return multiply(id, instr);
    case IrOp::divide:
    case IrOp::remainder:
      return divide(id, instr);
    case IrOp::multiply_high:
      return multiply_high(id, instr);
    case IrOp::reduce:
      return reduce(id, instr);
    case IrOp::shift_left:
      return shift(Inst::kIdShl, id, instr);
    case IrOp::shift_right:
      return shift(Inst::kIdSar, id, instr);
    case IrOp::shift_right_logical:
      return shift(Inst::kIdShr, id, instr);
    case IrOp::bit_and: {
      const Gp to = target(id, x86::rax);
      const bool swapped = is_in(instr.b, to);
      move(to, swapped ? instr.b : instr.a);
      as_.emit(Inst::kIdAnd, to, operand(swapped ? instr.a : instr.b, x86::rdx));
      return store_result(id, to);
    }
    case IrOp::greater:
      compare(instr.a, instr.b);
      return set_if(id, CondCode::kSignedGT);
    case IrOp::is_zero: {
      const Gp a = in_register(instr.a, x86::rax);
      as_.test(a, a);
      return set_if(id, CondCode::kZero);
    }
    case IrOp::low_byte: {
      const Gp to = target(id, x86::rax);
      as_.movsx(to, in_register(instr.a, x86::rax).r8());
      return store_result(id, to);
    }
    case IrOp::select:
      return select(id, instr);
    default:
      return emit_access(id, instr);
  }
}

// Without a jump. Loading a constant may change the flags, so it comes before the test.
void X64Emitter::select(ValueId id, const Instr& instr) {
  const Gp made = target(id, x86::rax);
  if (graph_.is_constant(instr.a)) {
    move(made, graph_.is_constant(instr.a, 0) ? instr.c : instr.b);
    return store_result(id, made);
  }
  const Gp to = is_in(instr.a, made) ? Gp(x86::rax) : made;
  const bool swapped = is_in(instr.b, to);
  const ValueId other = swapped ? instr.c : instr.b;
  move(to, swapped ? instr.b : instr.c);
  const bool in_memory = location_of(other).kind == Location::Kind::in_frame;
  const Operand moved = in_memory ? operand(other, x86::rdx) : in_register(other, x86::rdx);
  const Operand condition = place(location_of(instr.a));
  if (condition.isReg()) {
    as_.emit(Inst::kIdTest, condition, condition);
  } else {
    as_.emit(Inst::kIdCmp, condition, imm(0));
  }
  as_.emit(swapped ? Inst::kIdCmovz : Inst::kIdCmovnz, to, moved);
  store_result(id, to);
}

void X64Emitter::set_if(ValueId id, CondCode condition) {
  const Gp to = target(id, x86::rax);
  as_.emit(Inst::setccFromCond(condition), x86::al);
  as_.movzx(to.r32(), x86::al);
  store_result(id, to);
}

void X64Emitter::shift(InstId op, ValueId id, const Instr& instr) {
  const Gp to = target(id, x86::rax);
  move(to, instr.a);
  as_.emit(op, to, imm(instr.k));
  store_result(id, to);
}

void X64Emitter::add(ValueId id, const Instr& instr) {
  const Gp to = target(id, x86::rax);
  if (is_in(instr.b, to)) {
    as_.emit(Inst::kIdAdd, to, operand(instr.a, x86::rdx));
  } else if (location_of(instr.a).kind == Location::Kind::in_register && !is_in(instr.a, to)) {
    const Gp a = x86::gpq(location_of(instr.a).number);
    if (is_imm32(instr.b)) {
      as_.lea(to, x86::ptr(a, k32(instr.b)));
    } else {
      as_.lea(to, x86::ptr(a, in_register(instr.b, x86::rdx)));
    }
  } else {
    move(to, instr.a);
    as_.emit(Inst::kIdAdd, to, operand(instr.b, x86::rdx));
  }
  store_result(id, to);
}

void X64Emitter::subtract(ValueId id, const Instr& instr) {
  const Gp to = target(id, x86::rax);
  if (graph_.is_constant(instr.a, 0)) {
    move(to, instr.b);
    as_.neg(to);
  } else if (is_in(instr.b, to) && !is_in(instr.a, to)) {
    as_.neg(to);
    as_.emit(Inst::kIdAdd, to, operand(instr.a, x86::rdx));
  } else {
    move(to, instr.a);
    as_.emit(Inst::kIdSub, to, operand(instr.b, x86::rdx));
  }
  store_result(id, to);
}

void X64Emitter::multiply(ValueId id, const Instr& instr) {
  const Gp to = target(id, x86::rax);
  if (is_imm32(instr.b)) {
    const Gp a = in_register(instr.a, x86::rax);
    const std::int32_t k = k32(instr.b);
    if (k == 3 || k == 5 || k == 9) {
      as_.lea(to, x86::ptr(a, a, k == 3 ? 1 : k == 5 ? 2 : 3));
    } else {
      as_.imul(to, a, imm(k));
    }
  } else {
    const bool swapped = is_in(instr.b, to);
    move(to, swapped ? instr.b : instr.a);
    const ValueId other = swapped ? instr.a : instr.b;
    if (graph_.is_constant(other)) {
      as_.imul(to, in_register(other, x86::rdx));
    } else {
      as_.emit(Inst::kIdImul, to, operand(other, x86::rdx));
    }
  }
  store_result(id, to);
}

void X64Emitter::multiply_high(ValueId id, const Instr& instr) {
  move(x86::rax, instr.a);
  if (graph_.is_constant(instr.b)) {
    as_.imul(x86::rdx, x86::rax, in_register(instr.b, x86::rdx));
  } else {
    as_.emit(Inst::kIdImul, x86::rdx, x86::rax, operand(instr.b, x86::rdx));
  }
  store_result(id, x86::rdx);
}

void X64Emitter::reduce(ValueId id, const Instr& instr) {
  const Gp to = target(id, x86::rdx);
  move(to, instr.a);
  as_.lea(x86::rax, x86::ptr(to, -static_cast<std::int32_t>(instr.k)));
  as_.cmp(to, imm(instr.k));
  as_.cmovge(to, x86::rax);
  store_result(id, to);
}

// Division by zero gives 0. Division by -1 is done apart, for the processor traps at MIN / -1. If
// both operands are below 2^32, a 32-bit division takes half the time.
void X64Emitter::divide(ValueId id, const Instr& instr) {
  const bool quotient = instr.op == IrOp::divide;
  const Label wide = as_.newLabel();
  const Label special = as_.newLabel();
  const Label done = as_.newLabel();
  Operand b = in_frame(scratch_location_);
  if (graph_.is_constant(instr.b)) {
    move(x86::rdx, instr.b);
    as_.mov(in_frame(scratch_location_), x86::rdx);
  } else {
    b = operand(instr.b, x86::rdx);
  }
  as_.emit(Inst::kIdMov, x86::rdx, b);
  as_.inc(x86::rdx);
  as_.cmp(x86::rdx, imm(1));
  as_.jbe(special);
  move(x86::rax, instr.a);
  as_.mov(x86::rdx, x86::rax);
  as_.emit(Inst::kIdOr, x86::rdx, b);
  as_.shr(x86::rdx, 32);
  as_.jnz(wide);
  if (b.isReg()) {
    as_.div(b.as<Gp>().r32());
  } else {
    Mem low = b.as<Mem>();
    low.setSize(4);
    as_.div(low);
  }
  as_.jmp(done);
  as_.bind(wide);
  as_.cqo();
  as_.emit(Inst::kIdIdiv, b);
  as_.jmp(done);
  as_.bind(special);
  if (quotient) {
    move(x86::rax, instr.a);
    as_.emit(Inst::kIdImul, x86::rax, b);
  } else {
    as_.xor_(x86::edx, x86::edx);
  }
  as_.bind(done);
  store_result(id, quotient ? x86::rax : x86::rdx);
}

void X64Emitter::compare(ValueId a, ValueId b) {
  const Location location = location_of(a);
  if (location.kind == Location::Kind::in_frame && is_imm32(b) && !is_last_result(a)) {
    as_.cmp(in_frame(location.number), imm(k32(b)));
    return;
  }
  const Gp first = in_register(a, x86::rax);
  if (graph_.is_constant(b, 0)) {
    as_.test(first, first);
  } else {
    as_.emit(Inst::kIdCmp, first, operand(b, x86::rdx));
  }
}

}  // namespace fungescope::jit
