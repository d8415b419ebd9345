// Locations of values as operands of instructions.
#include "jit/x64/x64_emitter.h"

#include <limits>

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;

bool X64Emitter::is_in(ValueId id, const Gp& reg) const {
  const Location location = location_of(id);
  return location.kind == Location::Kind::in_register && location.number == reg.id();
}

bool X64Emitter::is_last_use(ValueId by, ValueId value) const {
  const Location location = location_of(value);
  return location.kind == Location::Kind::in_register &&
         (allocation_.live_after[by] >> location.number & 1U) == 0;
}

X64Emitter::Gp X64Emitter::in_register(ValueId id, const Gp& scratch) {
  const Location location = location_of(id);
  if (location.kind == Location::Kind::in_register) return x86::gpq(location.number);
  move(scratch, id);
  return scratch;
}

X64Emitter::Operand X64Emitter::operand(ValueId id, const Gp& scratch) {
  if (is_imm32(id)) return imm(k32(id));
  const Location location = location_of(id);
  return location.kind == Location::Kind::in_frame ? place(location) : in_register(id, scratch);
}

X64Emitter::Operand X64Emitter::place(Location location) {
  if (location.kind == Location::Kind::in_register) return x86::gpq(location.number);
  return in_frame(location.number);
}

void X64Emitter::move(const Gp& to, ValueId from) {
  const Location location = location_of(from);
  if (location.kind == Location::Kind::in_register) {
    if (location.number != to.id()) as_.mov(to, x86::gpq(location.number));
  } else if (is_last_result(from)) {
    if (to != last_result_.reg) as_.mov(to, last_result_.reg);
  } else if (location.kind == Location::Kind::in_frame) {
    as_.mov(to, in_frame(location.number));
  } else if (graph_.is_constant(from, 0)) {
    as_.xor_(to.r32(), to.r32());
  } else if (graph_.is_constant(from)) {
    const std::int64_t k = graph_.at(from).k;
    const bool short_form = k > 0 && k <= std::numeric_limits<std::uint32_t>::max();
    as_.mov(short_form ? to.r32() : to, imm(k));
  } else {
    load_into(to, graph_.at(from));
  }
}

// May clobber rdx.
void X64Emitter::move(Location to, Location from) {
  if (to.kind == Location::Kind::in_frame && from.kind == Location::Kind::in_frame) {
    as_.mov(x86::rdx, in_frame(from.number));
    as_.mov(in_frame(to.number), x86::rdx);
  } else {
    as_.emit(x86::Inst::kIdMov, place(to), place(from));
  }
}

X64Emitter::Gp X64Emitter::target(ValueId id, const Gp& scratch) const {
  const Location location = location_of(id);
  return location.kind == Location::Kind::in_register ? x86::gpq(location.number) : scratch;
}

void X64Emitter::store_result(ValueId id, const Gp& made) {
  const Location location = location_of(id);
  if (location.kind == Location::Kind::in_frame) {
    as_.mov(in_frame(location.number), made);
    last_result_ = {id, made, as_.offset()};
  } else if (location.kind == Location::Kind::in_register && location.number != made.id()) {
    as_.mov(x86::gpq(location.number), made);
  }
}

X64Emitter::Gp X64Emitter::pinned_register(Pinned::Id id, const Gp& scratch) {
  const Location location = allocation_.pinned_values[id];
  if (location.kind == Location::Kind::in_register) return x86::gpq(location.number);
  as_.mov(scratch, in_frame(location.number));
  return scratch;
}

bool X64Emitter::is_imm32(ValueId id) const {
  using Limits = std::numeric_limits<std::int32_t>;
  if (!graph_.is_constant(id)) return false;
  return graph_.at(id).k >= Limits::min() && graph_.at(id).k <= Limits::max();
}

X64Emitter::Mem X64Emitter::in_frame(std::uint32_t number) {
  return x86::qword_ptr(x86::rsp, static_cast<std::int32_t>(number * 8));
}

X64Emitter::Mem X64Emitter::delta_of_cell(std::int64_t cell) {
  return x86::qword_ptr(pinned_register(Pinned::deltas, x86::rdx),
                        static_cast<std::int32_t>(cell << cell_bits));
}

X64Emitter::Mem X64Emitter::delta_at(const Gp& index) {
  return x86::qword_ptr(pinned_register(Pinned::deltas, x86::rdx), index, cell_bits);
}

X64Emitter::Label X64Emitter::exit_label(ExitId exit) {
  exit_labels_[exit].second = true;
  return exit_labels_[exit].first;
}

}  // namespace fungescope::jit
