// Operations that compute values, on the operand stack.
#include "jit/wasm/wasm_emitter.h"

namespace fungescope::jit {

WasmCode& WasmEmitter::push(ValueId id) {
  const Instr& instr = graph_.at(id);
  if (instr.op == IrOp::constant) return code_.i64(instr.k);
  if (instr.block == no_block || locals_.is_inline[id]) return compute(id);
  return code_.get(local_of(id));
}

WasmCode& WasmEmitter::compute(ValueId id) {
  const Instr& instr = graph_.at(id);
  switch (instr.op) {
    case IrOp::load_slot:
      return code_.get(low).access(WasmOp::i64_load, offset_of_slot(instr.k));
    case IrOp::load_cell:
      return load_cell(instr.k);
    case IrOp::load:
      push_index(instr.a).set(index);
      return load_at_index();
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
      push(instr.a).i64(instr.k).op(WasmOp::i64_sub);
      push(instr.a);
      return push(instr.a).i64(instr.k).op(WasmOp::i64_ge_s).op(WasmOp::select);
    case IrOp::shift_left:
      return push(instr.a).i64(instr.k).op(WasmOp::i64_shl);
    case IrOp::shift_right:
      return push(instr.a).i64(instr.k).op(WasmOp::i64_shr_s);
    case IrOp::shift_right_logical:
      return push(instr.a).i64(instr.k).op(WasmOp::i64_shr_u);
    case IrOp::greater:
      return push_binary(WasmOp::i64_gt_s, instr).op(WasmOp::i64_extend_i32_u);
    case IrOp::is_zero:
      return push(instr.a).op(WasmOp::i64_eqz).op(WasmOp::i64_extend_i32_u);
    case IrOp::low_byte:
      return push(instr.a).op(WasmOp::i64_extend8_s);
    case IrOp::select:
      push(instr.b);
      push(instr.c);
      if (!push_comparison(instr.a)) push(instr.a).i64(0).op(WasmOp::i64_ne);
      return code_.op(WasmOp::select);
    case IrOp::random_quarter:
      return draw_quarter();
    default:
      return code_;
  }
}

WasmCode& WasmEmitter::push_binary(WasmOp op, const Instr& instr) {
  push(instr.a);
  return push(instr.b).op(op);
}

// A comparison whose result is only needed as an i32. Returns false, without an effect, for other
// values.
bool WasmEmitter::push_comparison(ValueId id) {
  const Instr& instr = graph_.at(id);
  if (instr.block == no_block || !locals_.is_inline[id]) return false;
  if (instr.op == IrOp::greater) {
    push_binary(WasmOp::i64_gt_s, instr);
  } else if (instr.op == IrOp::is_zero) {
    push(instr.a).op(WasmOp::i64_eqz);
  } else {
    return false;
  }
  return true;
}

// Division by zero gives 0. Division by -1 is done apart, for the instruction traps at MIN / -1. If
// both operands are below 2^32, a 32-bit division is faster.
WasmCode& WasmEmitter::divide(const Instr& instr) {
  const bool quotient = instr.op == IrOp::divide;
  if (divides_plainly(graph_, instr))
    return push_binary(quotient ? WasmOp::i64_div_s : WasmOp::i64_rem_s, instr);
  push(instr.b).i64(1).op(WasmOp::i64_add).i64(1).op(WasmOp::i64_le_u);
  code_.begin(WasmOp::if_block, WasmType::i64);
  if (quotient) {
    push_binary(WasmOp::i64_mul, instr);
  } else {
    code_.i64(0);
  }
  code_.op(WasmOp::else_block);
  push_binary(WasmOp::i64_or, instr).i64(32).op(WasmOp::i64_shr_u).op(WasmOp::i64_eqz);
  code_.begin(WasmOp::if_block, WasmType::i64);
  push_index(instr.a);
  push_index(instr.b).op(quotient ? WasmOp::i32_div_u : WasmOp::i32_rem_u);
  code_.op(WasmOp::i64_extend_i32_u).op(WasmOp::else_block);
  push_binary(quotient ? WasmOp::i64_div_s : WasmOp::i64_rem_s, instr);
  return code_.op(WasmOp::end).op(WasmOp::end);
}

// From four products of halves: H. S. Warren, "Hacker's Delight", 2nd edition, section 8-2.
WasmCode& WasmEmitter::multiply_high(const Instr& instr) {
  constexpr std::int64_t low_half = 0xffffffff;
  const auto lower = [&](ValueId id) -> WasmCode& {
    if (graph_.is_constant(id)) return code_.i64(graph_.at(id).k & low_half);
    return push(id).i64(low_half).op(WasmOp::i64_and);
  };
  const auto upper = [&](ValueId id) -> WasmCode& {
    if (graph_.is_constant(id)) return code_.i64(graph_.at(id).k >> 32);
    return push(id).i64(32).op(WasmOp::i64_shr_s);
  };
  lower(instr.a);
  lower(instr.b).op(WasmOp::i64_mul).i64(32).op(WasmOp::i64_shr_u);
  upper(instr.a);
  lower(instr.b).op(WasmOp::i64_mul).op(WasmOp::i64_add).set(wide);
  upper(instr.a);
  upper(instr.b).op(WasmOp::i64_mul);
  code_.get(wide).i64(32).op(WasmOp::i64_shr_s).op(WasmOp::i64_add);
  lower(instr.a);
  upper(instr.b).op(WasmOp::i64_mul);
  code_.get(wide).i64(low_half).op(WasmOp::i64_and).op(WasmOp::i64_add);
  return code_.i64(32).op(WasmOp::i64_shr_s).op(WasmOp::i64_add);
}

// Random::next_two_bits.
WasmCode& WasmEmitter::draw_quarter() {
  const auto mix = [this](std::int64_t bits) {
    code_.tee(wide).get(wide).i64(bits).op(WasmOp::i64_shr_u).op(WasmOp::i64_xor);
  };
  const auto multiply_by = [this](std::uint64_t factor) {
    code_.i64(static_cast<std::int64_t>(factor)).op(WasmOp::i64_mul);
  };
  load_member(WasmOp::i32_load, &NativeContext::random).tee(address);
  code_.get(address).access(WasmOp::i64_load, 0);
  code_.i64(static_cast<std::int64_t>(0x9e3779b97f4a7c15U)).op(WasmOp::i64_add);
  code_.tee(wide).access(WasmOp::i64_store, 0).get(wide);
  mix(30);
  multiply_by(0xbf58476d1ce4e5b9U);
  mix(27);
  multiply_by(0x94d049bb133111ebU);
  mix(31);
  return code_.i64(62).op(WasmOp::i64_shr_u);
}

}  // namespace fungescope::jit
