// Operations on values.
#include "jit/x64/x64_emitter.h"
#include "jit/x64/x64_layout.h"

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;

void X64Emitter::emit_arithmetic(ValueId id, const Instr& instr) {
  const Gp to = reg(id);
  const auto bits = imm(instr.k);
  switch (instr.op) {
    case IrOp::add:
      return add(to, instr);
    case IrOp::subtract:
      return subtract(to, instr);
    case IrOp::multiply:
      return multiply(to, instr);
    case IrOp::divide:
    case IrOp::remainder:
      return divide(to, instr);
    case IrOp::multiply_high: {
      const Gp low = temporary();
      move(low, instr.a);
      cc_.imul(to, low, use(instr.b));
      return;
    }
    case IrOp::shift_left:
      move(to, instr.a);
      cc_.shl(to, bits);
      return;
    case IrOp::shift_right:
      move(to, instr.a);
      cc_.sar(to, bits);
      return;
    case IrOp::shift_down:
      move(to, instr.a);
      cc_.shr(to, bits);
      return;
    case IrOp::bit_and:
      move(to, instr.a);
      if (small(instr.b)) {
        cc_.and_(to, imm(k32(instr.b)));
      } else {
        cc_.and_(to, use(instr.b));
      }
      return;
    case IrOp::greater:
      cc_.xor_(to.r32(), to.r32());
      compare(instr.a, instr.b);
      cc_.setg(to.r8());
      return;
    case IrOp::is_zero: {
      const Gp a = use(instr.a);
      cc_.xor_(to.r32(), to.r32());
      cc_.test(a, a);
      cc_.setz(to.r8());
      return;
    }
    case IrOp::low_byte:
      cc_.movsx(to, use(instr.a).r8());
      return;
    case IrOp::select: {
      move(to, instr.c);
      const Gp other = use(instr.b);
      const Gp a = use(instr.a);
      cc_.test(a, a);
      cc_.cmovnz(to, other);
      return;
    }
    default:
      return;
  }
}

void X64Emitter::add(Gp to, const Instr& instr) {
  if (small(instr.b)) {
    cc_.lea(to, x86::ptr(use(instr.a), k32(instr.b)));
  } else {
    cc_.lea(to, x86::ptr(use(instr.a), use(instr.b)));
  }
}

void X64Emitter::subtract(Gp to, const Instr& instr) {
  if (graph_.is_constant(instr.a, 0)) {
    move(to, instr.b);
    cc_.neg(to);
    return;
  }
  move(to, instr.a);
  if (small(instr.b)) {
    cc_.sub(to, imm(k32(instr.b)));
  } else {
    cc_.sub(to, use(instr.b));
  }
}

void X64Emitter::multiply(Gp to, const Instr& instr) {
  if (small(instr.b)) {
    const std::int32_t k = k32(instr.b);
    if (k == 3 || k == 5 || k == 9) {
      const Gp a = use(instr.a);
      cc_.lea(to, x86::ptr(a, a, k == 3 ? 1 : k == 5 ? 2 : 3));
      return;
    }
    cc_.imul(to, use(instr.a), imm(k));
    return;
  }
  move(to, instr.a);
  cc_.imul(to, use(instr.b));
}

// By zero: 0. By -1: the negated dividend, or no remainder, for the processor traps
// at MIN / -1. Both operands below 2^32: half the time.
void X64Emitter::divide(Gp to, const Instr& instr) {
  const bool quotient = instr.op == IrOp::divide;
  const Gp a = use(instr.a);
  const Gp b = use(instr.b);
  const Gp high = temporary();
  const Gp low = temporary();
  const Label wide = cc_.newLabel();
  const Label special = cc_.newLabel();
  const Label done = cc_.newLabel();
  cc_.lea(high, x86::ptr(b, 1));
  cc_.cmp(high, imm(1));
  cc_.jbe(special);
  cc_.mov(high, a);
  cc_.or_(high, b);
  cc_.shr(high, 32);
  cc_.mov(low, a);
  cc_.jnz(wide);
  cc_.xor_(high.r32(), high.r32());
  cc_.div(high.r32(), low.r32(), b.r32());
  cc_.mov(to.r32(), (quotient ? low : high).r32());
  cc_.jmp(done);
  cc_.bind(wide);
  cc_.cqo(high, low);
  cc_.idiv(high, low, b);
  cc_.mov(to, quotient ? low : high);
  cc_.jmp(done);
  cc_.bind(special);
  if (quotient) {
    cc_.mov(to, a);
    cc_.imul(to, b);
  } else {
    cc_.xor_(to.r32(), to.r32());
  }
  cc_.bind(done);
}

void X64Emitter::compare(ValueId a, ValueId b) {
  const Gp left = use(a);
  if (graph_.is_constant(b, 0)) {
    cc_.test(left, left);
  } else if (small(b)) {
    cc_.cmp(left, imm(k32(b)));
  } else {
    cc_.cmp(left, use(b));
  }
}

}  // namespace fungescope::jit
