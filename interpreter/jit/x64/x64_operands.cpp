// Virtual registers, constants and places in memory.
#include "jit/x64/x64_emitter.h"
#include "jit/x64/x64_layout.h"

#include <algorithm>
#include <limits>

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;

X64Emitter::Gp X64Emitter::fresh() {
  if (free_.empty()) return cc_.newInt64();
  const Gp gp = free_.back();
  free_.pop_back();
  return gp;
}

X64Emitter::Gp X64Emitter::temporary() {
  borrowed_.push_back(fresh());
  return borrowed_.back();
}

// What only this instruction needed, and values that it was the last to use, are given back.
void X64Emitter::end_instr(ValueId id, std::size_t place) {
  free_.insert(free_.end(), borrowed_.begin(), borrowed_.end());
  borrowed_.clear();
  const Instr& instr = graph_.at(id);
  for (const ValueId value : {instr.a, instr.b, instr.c, id}) {
    if (value == no_value || last_use_[value] != place || !regs_[value].isValid()) continue;
    free_.push_back(regs_[value]);
    regs_[value].reset();
  }
}

// Does code branch within or after the instruction?
bool X64Emitter::splits(const Instr& instr) {
  return instr.exit != no_exit || instr.op == IrOp::divide || instr.op == IrOp::remainder ||
         instr.op == IrOp::load_or_zero;
}

// Where in its part a value is used last, if all its uses are in one stretch of code without a
// branch. Its virtual register can be used again, and the fewer there are, the faster asmjit is;
// but what lives longer is better allocated if it has one for itself.
void X64Emitter::find_last_uses() {
  last_use_.assign(graph_.values.size(), not_local);
  stretch_.assign(graph_.values.size(), 0);
  std::vector<bool> is_local(graph_.values.size());
  const auto not_only_here = [&](const StackState& stack) {
    for (const SlotValue& stored : stack.stored) is_local[stored.value] = false;
  };
  for (const Part& part : graph_.parts) {
    for (const ValueId id : part.code) is_local[id] = true;
  }
  for (PartId here = 0; here < graph_.parts.size(); ++here) {
    const Part& part = graph_.parts[here];
    std::size_t stretch = 0;
    for (std::size_t i = 0; i < part.code.size(); ++i) {
      const Instr& instr = graph_.at(part.code[i]);
      last_use_[part.code[i]] = i;
      stretch_[part.code[i]] = stretch;
      for (const ValueId use : {instr.a, instr.b, instr.c}) {
        if (use == no_value) continue;
        if (graph_.at(use).part != here || stretch_[use] != stretch) is_local[use] = false;
        last_use_[use] = i;
      }
      if (splits(instr)) ++stretch;
    }
    for (const ValueId use : {part.a, part.b}) {
      if (use != no_value) is_local[use] = false;
    }
    for (const Edge& edge : part.edges) {
      for (const ValueId arg : edge.args) is_local[arg] = false;
      not_only_here(edge.stack);
    }
  }
  for (const Exit& exit : graph_.exits) not_only_here(exit.stack);
  for (ValueId id = 0; id < graph_.values.size(); ++id) {
    if (!is_local[id]) last_use_[id] = not_local;
  }
}

X64Emitter::Gp X64Emitter::reg(ValueId id) {
  if (regs_[id].isValid()) return regs_[id];
  if (last_use_[id] != not_local) return regs_[id] = fresh();
  // The deeper in loops, the rather in a register.
  regs_[id] = cc_.newInt64();
  const std::uint32_t depth = graph_.parts[graph_.at(id).part].loop_depth;
  cc_.virtRegById(regs_[id].id())->setWeight(std::min(120U, 20 * depth));
  return regs_[id];
}

void X64Emitter::move(Gp to, ValueId from) {
  if (graph_.is_floating(from)) {
    emit_load(to, graph_.at(from));
  } else if (!graph_.is_constant(from)) {
    cc_.mov(to, reg(from));
  } else if (graph_.at(from).k == 0) {
    cc_.xor_(to.r32(), to.r32());
  } else {
    cc_.mov(to, imm(graph_.at(from).k));
  }
}

X64Emitter::Gp X64Emitter::use(ValueId id) {
  if (!graph_.is_constant(id)) return reg(id);
  const Gp loaded = temporary();
  cc_.mov(loaded, imm(graph_.at(id).k));
  return loaded;
}

bool X64Emitter::small(ValueId id) const {
  using Limits = std::numeric_limits<std::int32_t>;
  if (!graph_.is_constant(id)) return false;
  return graph_.at(id).k >= Limits::min() && graph_.at(id).k <= Limits::max();
}

std::int32_t X64Emitter::k32(ValueId id) const {
  return static_cast<std::int32_t>(graph_.at(id).k);
}

X64Emitter::Mem X64Emitter::slot(int slot) const {
  return x86::qword_ptr(base_, slot * (1 << cell_bits));
}

X64Emitter::Mem X64Emitter::delta_of_cell(std::int64_t cell) const {
  return x86::qword_ptr(deltas_, static_cast<std::int32_t>(cell << cell_bits));
}

X64Emitter::Mem X64Emitter::byte_at(Gp base, ValueId index, unsigned scale_bits) {
  if (graph_.is_constant(index)) {
    return x86::ptr(base, static_cast<std::int32_t>(graph_.at(index).k << scale_bits));
  }
  return x86::ptr(base, reg(index), scale_bits);
}
X64Emitter::Mem X64Emitter::delta_at(ValueId index) {
  Mem place = byte_at(deltas_, index, cell_bits);
  place.setSize(8);
  return place;
}
X64Emitter::Mem X64Emitter::source_at(ValueId index) {
  Mem place = byte_at(source_, index, 0);
  place.setSize(1);
  return place;
}
X64Emitter::Mem X64Emitter::mark_at(ValueId index) {
  Mem place = byte_at(marks_, index, 0);
  place.setSize(1);
  return place;
}

X64Emitter::Label X64Emitter::exit_label(ExitId exit) {
  exit_labels_[exit].second = true;
  return exit_labels_[exit].first;
}

}  // namespace fungescope::jit
