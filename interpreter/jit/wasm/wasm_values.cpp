// Operations that compute values, on the operand stack.
#include "jit/wasm/wasm_emitter.h"

namespace fungescope::jit {

void WasmEmitter::push(ValueId id) {
  const Instr& instr = graph_.at(id);
  if (instr.op == IrOp::constant) {
    code_.i64(instr.k);
  } else if (instr.block == no_block || locals_.is_inline[id]) {
    compute(id);
  } else {
    code_.get(local_of(id));
  }
}

void WasmEmitter::compute(ValueId id) {
  const Instr& instr = graph_.at(id);
  const auto shift = [&](WasmOp op) {
    push(instr.a);
    code_.i64(instr.k);
    code_.op(op);
  };
  switch (instr.op) {
    case IrOp::load_slot:
      return load_slot(instr.k);
    case IrOp::load_cell:
      return load_cell(instr.k);
    case IrOp::load:
      return load(instr.a);
    case IrOp::load_or_zero:
      return load_or_zero(instr);
    case IrOp::add:
      return push_binary(WasmOp::i64_add, instr);
    case IrOp::subtract:
      return push_binary(WasmOp::i64_sub, instr);
    case IrOp::multiply:
      return push_binary(WasmOp::i64_mul, instr);
    case IrOp::bit_and:
      return push_binary(WasmOp::i64_and, instr);
    case IrOp::divide:
    case IrOp::remainder:
      return divide(instr);
    case IrOp::multiply_high:
      return multiply_high(instr);
    case IrOp::reduce:
      return reduce(instr);
    case IrOp::shift_left:
      return shift(WasmOp::i64_shl);
    case IrOp::shift_right:
      return shift(WasmOp::i64_shr_s);
    case IrOp::shift_right_logical:
      return shift(WasmOp::i64_shr_u);
    case IrOp::greater:
      push_binary(WasmOp::i64_gt_s, instr);
      return code_.op(WasmOp::i64_extend_i32_u);
    case IrOp::is_zero:
      push(instr.a);
      return code_.ops({WasmOp::i64_eqz, WasmOp::i64_extend_i32_u});
    case IrOp::low_byte:
      push(instr.a);
      return code_.op(WasmOp::i64_extend8_s);
    case IrOp::select:
      push(instr.b);
      push(instr.c);
      push_condition(instr.a);
      return code_.op(WasmOp::select);
    case IrOp::random_quarter:
      return draw_quarter();
    default:
      return;
  }
}

void WasmEmitter::push_binary(WasmOp op, const Instr& instr) {
  push(instr.a);
  push(instr.b);
  code_.op(op);
}

void WasmEmitter::push_condition(ValueId id) {
  if (push_comparison(id)) return;
  push(id);
  code_.i64(0);
  code_.op(WasmOp::i64_ne);
}

// A comparison whose result is only needed as an i32. Returns false, without an effect, for other
// values.
bool WasmEmitter::push_comparison(ValueId id) {
  const Instr& instr = graph_.at(id);
  if (instr.block == no_block || !locals_.is_inline[id]) return false;
  if (instr.op == IrOp::greater) {
    push_binary(WasmOp::i64_gt_s, instr);
    return true;
  }
  if (instr.op != IrOp::is_zero) return false;
  push(instr.a);
  code_.op(WasmOp::i64_eqz);
  return true;
}

// Division by zero gives 0. Division by -1 is done apart, for the instruction traps at MIN / -1. If
// both operands are below 2^32, a 32-bit division is faster.
void WasmEmitter::divide(const Instr& instr) {
  const bool quotient = instr.op == IrOp::divide;
  const bool plain =
      graph_.is_constant(instr.b) && graph_.at(instr.b).k != 0 && graph_.at(instr.b).k != -1;
  if (plain) return push_binary(quotient ? WasmOp::i64_div_s : WasmOp::i64_rem_s, instr);
  push(instr.b);
  code_.i64(1);
  code_.op(WasmOp::i64_add);
  code_.i64(1);
  code_.op(WasmOp::i64_le_u);
  code_.begin(WasmOp::if_block, WasmType::i64);
  if (quotient) {
    push_binary(WasmOp::i64_mul, instr);
  } else {
    code_.i64(0);
  }
  code_.op(WasmOp::else_block);
  push_binary(WasmOp::i64_or, instr);
  code_.i64(32);
  code_.ops({WasmOp::i64_shr_u, WasmOp::i64_eqz});
  code_.begin(WasmOp::if_block, WasmType::i64);
  push(instr.a);
  code_.op(WasmOp::i32_wrap_i64);
  push(instr.b);
  code_.op(WasmOp::i32_wrap_i64);
  code_.ops({quotient ? WasmOp::i32_div_u : WasmOp::i32_rem_u, WasmOp::i64_extend_i32_u,
             WasmOp::else_block});
  push_binary(quotient ? WasmOp::i64_div_s : WasmOp::i64_rem_s, instr);
  code_.ops({WasmOp::end, WasmOp::end});
}

// From four products of halves: H. S. Warren, "Hacker's Delight", 2nd edition, section 8-2.
void WasmEmitter::multiply_high(const Instr& instr) {
  constexpr std::int64_t low_half = 0xffffffff;
  const auto lower = [&](ValueId id) {
    if (graph_.is_constant(id)) return code_.i64(graph_.at(id).k & low_half);
    push(id);
    code_.i64(low_half);
    code_.op(WasmOp::i64_and);
  };
  const auto upper = [&](ValueId id) {
    if (graph_.is_constant(id)) return code_.i64(graph_.at(id).k >> 32);
    push(id);
    code_.i64(32);
    code_.op(WasmOp::i64_shr_s);
  };
  lower(instr.a);
  lower(instr.b);
  code_.op(WasmOp::i64_mul);
  code_.i64(32);
  code_.op(WasmOp::i64_shr_u);
  upper(instr.a);
  lower(instr.b);
  code_.ops({WasmOp::i64_mul, WasmOp::i64_add});
  code_.set(wide);
  upper(instr.a);
  upper(instr.b);
  code_.op(WasmOp::i64_mul);
  code_.get(wide);
  code_.i64(32);
  code_.ops({WasmOp::i64_shr_s, WasmOp::i64_add});
  lower(instr.a);
  upper(instr.b);
  code_.op(WasmOp::i64_mul);
  code_.get(wide);
  code_.i64(low_half);
  code_.ops({WasmOp::i64_and, WasmOp::i64_add});
  code_.i64(32);
  code_.ops({WasmOp::i64_shr_s, WasmOp::i64_add});
}

void WasmEmitter::reduce(const Instr& instr) {
  push(instr.a);
  code_.i64(instr.k);
  code_.op(WasmOp::i64_sub);
  push(instr.a);
  push(instr.a);
  code_.i64(instr.k);
  code_.ops({WasmOp::i64_ge_s, WasmOp::select});
}

// Random::next_two_bits.
void WasmEmitter::draw_quarter() {
  const auto mix = [this](std::int64_t bits) {
    code_.tee(wide);
    code_.get(wide);
    code_.i64(bits);
    code_.ops({WasmOp::i64_shr_u, WasmOp::i64_xor});
  };
  const auto multiply_by = [this](std::uint64_t factor) {
    code_.i64(static_cast<std::int64_t>(factor));
    code_.op(WasmOp::i64_mul);
  };
  code_.get(context);
  code_.access(WasmOp::i32_load, static_cast<std::uint32_t>(offset_of(&NativeContext::random)));
  code_.tee(address);
  code_.get(address);
  code_.access(WasmOp::i64_load, 0);
  code_.i64(static_cast<std::int64_t>(0x9e3779b97f4a7c15U));
  code_.op(WasmOp::i64_add);
  code_.tee(wide);
  code_.access(WasmOp::i64_store, 0);
  code_.get(wide);
  mix(30);
  multiply_by(0xbf58476d1ce4e5b9U);
  mix(27);
  multiply_by(0x94d049bb133111ebU);
  mix(31);
  code_.i64(62);
  code_.op(WasmOp::i64_shr_u);
}

}  // namespace fungescope::jit
