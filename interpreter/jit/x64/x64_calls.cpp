// What leaves native code for a while, and chance.
#include "jit/x64/x64_emitter.h"
#include "jit/x64/x64_layout.h"

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;

namespace {

// That a function may destroy: rcx, rsi, rdi, r8 to r11. (System V ABI for AMD64, 3.2.1)
constexpr RegisterSet caller_saved = 0x0fc2;

}  // namespace

// Random::next_quarter, here.
void X64Emitter::draw_quarter(ValueId id) {
  const auto random = offset_of(&NativeContext::random);
  as_.mov(x86::rdx, x86::qword_ptr(fixture(Fixed::context, x86::rdx), random));
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
  settle(id, x86::rax);
}

void X64Emitter::emit_call(ValueId id, const Instr& instr) {
  if (instr.op == IrOp::random_quarter) return draw_quarter(id);
  // The exit stores what it stores after the call.
  RegisterSet keep = allocation_.kept[id];
  const auto keep_too = [&](ValueId value) {
    const Location location = location_of(value);
    if (location.kind == Location::Kind::in_register) keep |= RegisterSet{1} << location.number;
  };
  for (const SlotValue& stored : graph_.exits[instr.exit].stack.stored) keep_too(stored.value);
  const auto address = [](auto* function) { return reinterpret_cast<std::uint64_t>(function); };
  switch (instr.op) {
    case IrOp::put_byte:
    case IrOp::put_number:
      move(x86::rdx, instr.a);
      call(instr.op == IrOp::put_byte ? address(fungescope_put_byte)
                                      : address(fungescope_put_number),
           keep);
      break;
    default:
      call(instr.op == IrOp::read_byte ? address(fungescope_read_byte)
                                       : address(fungescope_read_number),
           keep);
      break;
  }
  as_.test(x86::rax, x86::rax);
  as_.jz(exit_label(instr.exit));
  if (!has_value(instr.op)) return;
  const auto input = offset_of(&NativeContext::input);
  as_.mov(x86::rax, x86::qword_ptr(fixture(Fixed::context, x86::rax), input));
  settle(id, x86::rax);
}

// With the context and rdx for arguments. Afterwards rax has the result, and the registers in
// `keep` are what they were.
void X64Emitter::call(std::uint64_t function, RegisterSet keep) {
  const auto for_each_kept = [&](auto f) {
    std::uint32_t place = saved_locations_;
    for (std::uint32_t number = 0; number < 16; ++number) {
      if ((keep & caller_saved & (RegisterSet{1} << number)) == 0) continue;
      f(x86::gpq(number), in_frame(place++));
    }
  };
  for_each_kept([this](Gp reg, const Mem& place) { as_.mov(place, reg); });
  as_.mov(x86::rdi, fixture(Fixed::context, x86::rdi));
  as_.mov(x86::rsi, x86::rdx);
  as_.mov(x86::rax, imm(function));
  as_.call(x86::rax);
  for_each_kept([this](Gp reg, const Mem& place) { as_.mov(reg, place); });
}

}  // namespace fungescope::jit
