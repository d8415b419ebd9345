// Calls out of native code, and the random number generator.
#include "jit/x64/x64_emitter.h"

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;

namespace {

// Registers that a call may clobber, except rax and rdx: rcx, rsi, rdi, r8 to r11 (System V ABI for
// AMD64, 3.2.1).
constexpr RegisterSet caller_saved = 0x0fc2;

}  // namespace

// Random::next_two_bits, inlined.
void X64Emitter::draw_quarter(ValueId id) {
  as_.mov(x86::rdx, member(&NativeContext::random, x86::rdx));
  as_.mov(x86::rax, imm(0x9e3779b97f4a7c15U));
  as_.add(x86::rax, x86::qword_ptr(x86::rdx));
  as_.mov(x86::qword_ptr(x86::rdx), x86::rax);
  const auto mix = [&](unsigned bits) {
    as_.mov(x86::rdx, x86::rax);
    as_.shr(x86::rdx, bits);
    as_.xor_(x86::rax, x86::rdx);
  };
  const auto multiply_by = [&](std::uint64_t factor) {
    as_.mov(x86::rdx, imm(factor));
    as_.imul(x86::rax, x86::rdx);
  };
  mix(30);
  multiply_by(0xbf58476d1ce4e5b9U);
  mix(27);
  multiply_by(0x94d049bb133111ebU);
  mix(31);
  as_.shr(x86::rax, 62);
  store_result(id, x86::rax);
}

void X64Emitter::emit_call(ValueId id, const Instr& instr) {
  const auto address = [](auto* function) { return reinterpret_cast<std::uint64_t>(function); };
  switch (instr.op) {
    case IrOp::random_quarter:
      return draw_quarter(id);
    case IrOp::put_byte:
      return put_byte(id, instr);
    case IrOp::put_number:
      move(x86::rdx, instr.a);
      return call(id, address(fungescope_put_number));
    default:
      call(id, instr.op == IrOp::read_byte ? address(fungescope_read_byte)
                                           : address(fungescope_read_number));
      as_.mov(x86::rax, member(&NativeContext::input, x86::rax));
      return store_result(id, x86::rax);
  }
}

// Stores the byte in the output buffer; calls out only if that is full.
void X64Emitter::put_byte(ValueId id, const Instr& instr) {
  const OutOfLine out_of_line{id, as_.newLabel(), as_.newLabel()};
  const Gp output_buffer = pinned_register(Pinned::context, x86::rdx);
  const Mem next =
      x86::qword_ptr(output_buffer, offset_of(&NativeContext::output_buffer, &OutputBuffer::next));
  as_.mov(x86::rax, next);
  as_.cmp(x86::rax, x86::qword_ptr(output_buffer,
                                   offset_of(&NativeContext::output_buffer, &OutputBuffer::end)));
  as_.je(out_of_line.begin);
  as_.inc(next);
  const Mem byte = x86::byte_ptr(x86::rax);
  if (graph_.is_constant(instr.a)) {
    as_.mov(byte, imm(static_cast<std::int8_t>(graph_.at(instr.a).k)));
  } else {
    as_.mov(byte, in_register(instr.a, x86::rdx).r8());
  }
  as_.bind(out_of_line.back);
  out_of_line_calls_.push_back(out_of_line);
}

void X64Emitter::emit_out_of_line_calls() {
  for (const OutOfLine& out_of_line : out_of_line_calls_) {
    annotate(ListingLine::value, out_of_line.id);
    as_.bind(out_of_line.begin);
    last_result_ = {};
    move(x86::rdx, graph_.at(out_of_line.id).a);
    call(out_of_line.id, reinterpret_cast<std::uint64_t>(fungescope_put_byte));
    as_.jmp(out_of_line.back);
  }
}

// Returns the registers to save: those live after the call, and those that its exit stores.
RegisterSet X64Emitter::saved_over_call(ValueId id) const {
  RegisterSet saved = allocation_.live_after[id];
  for (const SlotValue& stored : graph_.exits[graph_.at(id).exit].stack.stored) {
    const Location location = location_of(stored.value);
    if (location.kind == Location::Kind::in_register) saved |= register_bit(location.number);
  }
  return saved & caller_saved;
}

// Calls function(context, rdx).
void X64Emitter::call(ValueId id, std::uint64_t function) {
  const RegisterSet saved = saved_over_call(id);
  const auto for_each_saved = [&](auto f) {
    std::uint32_t slot = saved_locations_;
    for (std::uint32_t number = 0; number < 16; ++number) {
      if ((saved >> number & 1U) != 0) f(x86::gpq(number), in_frame(slot++));
    }
  };
  for_each_saved([this](const Gp& reg, const Mem& slot) { as_.mov(slot, reg); });
  as_.mov(x86::rdi, pinned_register(Pinned::context, x86::rdi));
  as_.mov(x86::rsi, x86::rdx);
  as_.mov(x86::rax, imm(function));
  as_.call(x86::rax);
  for_each_saved([this](const Gp& reg, const Mem& slot) { as_.mov(reg, slot); });
  as_.test(x86::rax, x86::rax);
  as_.jz(exit_label(graph_.at(id).exit));
}

}  // namespace fungescope::jit
