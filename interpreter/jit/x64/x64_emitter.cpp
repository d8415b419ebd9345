#include "jit/x64/x64_emitter.h"

#include "vm/block_cache.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "jit/native_context.h"

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;

namespace {

constexpr unsigned cell_bits = 3;  // a delta has 2^3 bytes, and so has a place of the stack

template <class Field>
std::int32_t offset_of(Field NativeContext::*field) {
  static const NativeContext context{};
  const auto* start = reinterpret_cast<const char*>(&context);
  return static_cast<std::int32_t>(reinterpret_cast<const char*>(&(context.*field)) - start);
}

}  // namespace

X64Emitter::X64Emitter(x86::Compiler& compiler, const Graph& graph, const unsigned char* source,
                       bool marks)
    : cc_(compiler),
      graph_(graph),
      source_bytes_(source),
      marks_wanted_(marks),
      regs_(graph.values.size()) {}

void X64Emitter::mark(ListingLine::Of of, std::uint32_t id) {
  if (marks_wanted_) cc_.commentf("@%c%u", of, id);
}

X64Emitter::Label X64Emitter::named_label(char kind, std::uint32_t id) {
  if (!marks_wanted_) return cc_.newLabel();
  return cc_.newNamedLabel((kind + std::to_string(id)).c_str());
}

void X64Emitter::emit() {
  make_fixed_registers();
  auto* function = cc_.addFunc(
      asmjit::FuncSignatureT<std::uint64_t, std::uint64_t, std::int64_t*, std::uint64_t,
                             NativeContext*, const unsigned char*, const std::uint8_t*>());
  // asmjit leaves an argument in the register that it comes in. So what loops use most is not to
  // come in rdx, which multiplication takes, and what they do not use is moved away.
  const std::array arguments{left_, deltas_, entry_, context_, source_, marks_};
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    const bool wanted = cc_.virtRegById(arguments[i].id())->weight() > 0;
    const Gp in = wanted ? arguments[i] : cc_.newUInt64();
    function->setArg(i, in);
    if (!wanted) cc_.mov(arguments[i], in);
  }
  cc_.mov(base_, x86::qword_ptr(context_, offset_of(&NativeContext::base)));
  for (PartId id = 0; id < graph_.parts.size(); ++id)
    part_labels_.push_back(named_label(ListingLine::part, id));
  for (ExitId id = 0; id < graph_.exits.size(); ++id)
    exit_labels_.emplace_back(named_label(ListingLine::exit, id), false);
  find_last_uses();
  emit_entries();
  for (PartId id = 0; id < graph_.parts.size(); ++id) {
    if (!graph_.parts[id].dead) emit_part(id);
  }
  emit_exits();
  cc_.endFunc();
}

// What is used all over: asmjit keeps by weight what it cannot keep all. Weights are by what
// loops do; what they leave alone may as well be in memory.
void X64Emitter::make_fixed_registers() {
  bool stores = false;
  bool loads = false;
  bool calls = false;
  bool stack = false;
  for (const Part& part : graph_.parts) {
    if (part.loop_depth == 0) continue;
    for (const ValueId id : part.code) {
      const IrOp op = graph_.at(id).op;
      stores = stores || op == IrOp::guard_plain || op == IrOp::store_inside;
      loads = loads || op == IrOp::load || op == IrOp::load_or_zero;
      calls = calls || op == IrOp::put_byte || op == IrOp::note_write || op == IrOp::note_write_at;
      stack = stack || op == IrOp::load_slot;
    }
  }
  const auto fixed = [this](Gp& gp, std::uint32_t weight) {
    gp = cc_.newUInt64();
    cc_.virtRegById(gp.id())->setWeight(weight);
  };
  fixed(entry_, 1);
  fixed(left_, 255);
  fixed(deltas_, 255);
  fixed(source_, loads || stores ? 200 : 0);
  fixed(marks_, stores ? 150 : 0);
  fixed(base_, stack ? 200 : 0);
  fixed(context_, calls ? 100 : 0);
}

// The last entry needs no question.
void X64Emitter::emit_entries() {
  std::vector<PartId> entries;
  for (PartId id = 0; id < graph_.parts.size(); ++id) {
    if (graph_.parts[id].entry != 0) entries.push_back(id);
  }
  for (const PartId id : entries) {
    if (id == entries.back()) {
      cc_.jmp(part_labels_[id]);
    } else {
      cc_.cmp(entry_, imm(graph_.parts[id].entry));
      cc_.je(part_labels_[id]);
    }
  }
}

void X64Emitter::emit_part(PartId id) {
  const Part& part = graph_.parts[id];
  mark(ListingLine::part, id);
  cc_.bind(part_labels_[id]);
  for (std::size_t i = 0; i < part.code.size(); ++i) {
    mark(ListingLine::value, part.code[i]);
    emit_instr(part.code[i]);
    end_instr(part.code[i], i);
  }
  PartId next = id + 1;
  while (next < graph_.parts.size() && graph_.parts[next].dead) ++next;
  mark(ListingLine::end, id);
  switch (part.end) {
    case EndKind::jump:
      return jump_to(part.edges[0], next);
    case EndKind::branch:
      return emit_branch(part, next);
    case EndKind::quarter:
      return emit_quarter(part);
  }
}

void X64Emitter::emit_instr(ValueId id) {
  const Instr& instr = graph_.at(id);
  switch (instr.op) {
    case IrOp::constant:
    case IrOp::phi:
      return;
    case IrOp::load_slot:
    case IrOp::load_cell:
    case IrOp::load:
    case IrOp::load_or_zero:
      return emit_load(reg(id), instr);
    case IrOp::store_cell:
    case IrOp::store:
    case IrOp::store_inside:
    case IrOp::note_write:
    case IrOp::note_write_at:
      return emit_store(instr);
    case IrOp::guard_below:
    case IrOp::guard_nonzero:
    case IrOp::guard_plain:
    case IrOp::guard_unwatched:
    case IrOp::guard_stack:
    case IrOp::guard_ticks:
    case IrOp::charge:
      return emit_guard(instr);
    case IrOp::put_byte:
    case IrOp::put_number:
    case IrOp::read_byte:
    case IrOp::read_number:
    case IrOp::random_quarter:
      return emit_call(id, instr);
    default:
      return emit_arithmetic(id, instr);
  }
}

// ---- Operands

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
  const Instr& instr = graph_.at(id);
  const std::uint32_t depth = graph_.parts[instr.part].loop_depth;
  const std::uint32_t weight = depth * (instr.op == IrOp::phi ? 30 : 20);
  cc_.virtRegById(regs_[id].id())->setWeight(std::min(250U, weight));
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

// ---- Arithmetic

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
      cc_.and_(to, use(instr.b));
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

// ---- Memory

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
      const Gp x = use(instr.a);
      const Gp y = use(instr.b);
      const Gp index = temporary();
      const Gp byte = temporary();
      cc_.xor_(to.r32(), to.r32());
      cc_.cmp(x, imm(graph_.field.width));
      cc_.jae(outside);
      cc_.cmp(y, imm(graph_.field.height));
      cc_.jae(outside);
      cc_.imul(index, y, imm(graph_.field.width));
      cc_.add(index, x);
      cc_.movzx(byte.r32(), x86::byte_ptr(source_, index));
      cc_.mov(to, x86::qword_ptr(deltas_, index, cell_bits));
      cc_.add(to, byte);
      cc_.bind(outside);
      return;
    }
  }
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
      const Gp x = use(instr.a);
      const Gp y = use(instr.b);
      const Gp index = temporary();
      const Gp byte = temporary();
      const Gp delta = temporary();
      cc_.cmp(x, imm(graph_.field.width));
      cc_.jae(outside);
      cc_.cmp(y, imm(graph_.field.height));
      cc_.jae(outside);
      cc_.imul(index, y, imm(graph_.field.width));
      cc_.add(index, x);
      cc_.test(x86::byte_ptr(marks_, index), imm(BlockCache::store_marks));
      cc_.jnz(exit_label(instr.exit));
      cc_.movzx(byte.r32(), x86::byte_ptr(source_, index));
      move(delta, instr.c);
      cc_.sub(delta, byte);
      cc_.mov(x86::qword_ptr(deltas_, index, cell_bits), delta);
      if (graph_.maps_writes) {
        cc_.mov(byte, x86::qword_ptr(context_, offset_of(&NativeContext::written_cells)));
        cc_.mov(x86::byte_ptr(byte, index), one);
        cc_.mov(byte, x86::qword_ptr(context_, offset_of(&NativeContext::written_chunks)));
        cc_.shr(index, WriteMap::chunk_bits);
        cc_.mov(x86::byte_ptr(byte, index), one);
      }
      cc_.bind(outside);
      return;
    }
    case IrOp::note_write: {
      const Gp map = temporary();
      const auto cell = static_cast<std::int32_t>(instr.k);
      cc_.mov(map, x86::qword_ptr(context_, offset_of(&NativeContext::written_cells)));
      cc_.mov(x86::byte_ptr(map, cell), one);
      cc_.mov(map, x86::qword_ptr(context_, offset_of(&NativeContext::written_chunks)));
      cc_.mov(x86::byte_ptr(map, cell >> WriteMap::chunk_bits), one);
      return;
    }
    default: {  // note_write_at
      const Gp map = temporary();
      const Gp chunk = temporary();
      cc_.mov(map, x86::qword_ptr(context_, offset_of(&NativeContext::written_cells)));
      move(chunk, instr.a);
      cc_.mov(x86::byte_ptr(map, chunk), one);
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

// ---- Ends of parts

bool X64Emitter::is_bare(const Edge& edge) const {
  if (edge.to == no_part) return true;
  return edge.ticks == 0 && !edge.rebase && edge.args.empty();
}

X64Emitter::Label X64Emitter::label_of(const Edge& edge) {
  return edge.to == no_part ? exit_label(edge.exit) : part_labels_[edge.to];
}

void X64Emitter::jump_to(const Edge& edge, PartId next) {
  if (edge.to != no_part) {
    if (edge.rebase) store_stack(edge.stack);
    move_args(edge);
    if (edge.ticks != 0) cc_.sub(left_, imm(edge.ticks));
  }
  if (edge.to == no_part || edge.to != next) cc_.jmp(label_of(edge));
}

void X64Emitter::emit_branch(const Part& whole, PartId next) {
  Part part;
  part.condition = whole.condition;
  part.edges = whole.edges;
  // What both ways charge is charged before.
  if (std::all_of(part.edges.begin(), part.edges.end(), [&](const Edge& edge) {
        return edge.to != no_part && edge.ticks == part.edges[0].ticks;
      })) {
    if (part.edges[0].ticks != 0) cc_.sub(left_, imm(part.edges[0].ticks));
    for (Edge& edge : part.edges) edge.ticks = 0;
  }
  compare(whole.a, whole.b);
  const bool greater = part.condition == Condition::greater;
  const Edge& otherwise = part.edges[0];
  const Edge& then = part.edges[1];
  const CondCode holds = greater ? CondCode::kSignedGT : CondCode::kNE;
  const CondCode fails = greater ? CondCode::kSignedLE : CondCode::kE;
  const auto jump_if = [this](CondCode condition, const Label& to) {
    cc_.emit(asmjit::x86::Inst::jccFromCond(condition), to);
  };
  if (is_bare(then) && !(then.to == next && then.to != no_part && is_bare(otherwise))) {
    jump_if(holds, label_of(then));
    return jump_to(otherwise, next);
  }
  if (is_bare(otherwise)) {
    jump_if(fails, label_of(otherwise));
    return jump_to(then, next);
  }
  // The way round a loop takes one jump, not two.
  const Label aside = cc_.newLabel();
  const bool loops = then.to <= otherwise.to;
  jump_if(loops ? fails : holds, aside);
  jump_to(loops ? then : otherwise, no_part);
  cc_.bind(aside);
  jump_to(loops ? otherwise : then, next);
}

void X64Emitter::emit_quarter(const Part& part) {
  for (std::size_t i = 0; i + 1 < part.edges.size(); ++i) {
    const Label other = cc_.newLabel();
    cc_.cmp(reg(part.a), imm(i));
    cc_.jne(other);
    jump_to(part.edges[i], no_part);
    cc_.bind(other);
  }
  jump_to(part.edges.back(), no_part);
}

// All phis change at once: a phi that is still to be read is moved away first.
void X64Emitter::move_args(const Edge& edge) {
  const std::vector<ValueId>& phis = graph_.parts[edge.to].phis;
  std::vector<std::pair<ValueId, ValueId>> moves;
  for (std::size_t i = 0; i < phis.size(); ++i) {
    if (edge.args[i] != phis[i]) moves.emplace_back(phis[i], edge.args[i]);
  }
  while (!moves.empty()) {
    const auto free = std::find_if(moves.begin(), moves.end(), [&](const auto& candidate) {
      return std::none_of(moves.begin(), moves.end(), [&](const auto& other) {
        return &other != &candidate && other.second == candidate.first;
      });
    });
    if (free != moves.end()) {
      move(reg(free->first), free->second);
      moves.erase(free);
      continue;
    }
    // A circle: all through temporaries.
    std::vector<Gp> values;
    for (const auto& [phi, arg] : moves) {
      values.push_back(temporary());
      move(values.back(), arg);
    }
    for (std::size_t i = 0; i < moves.size(); ++i) cc_.mov(reg(moves[i].first), values[i]);
    return;
  }
}

// ---- Ways out

void X64Emitter::store_stack(const StackState& stack) {
  for (const SlotValue& stored : stack.stored) {
    if (small(stored.value)) {
      cc_.mov(slot(stored.slot), imm(k32(stored.value)));
    } else {
      cc_.mov(slot(stored.slot), use(stored.value));
    }
  }
  if (stack.depth != 0) cc_.add(base_, imm(stack.depth * (1 << cell_bits)));
}

void X64Emitter::emit_exits() {
  const Label leave = cc_.newLabel();
  const Gp number = cc_.newUInt64();
  for (ExitId id = 0; id < graph_.exits.size(); ++id) {
    if (!exit_labels_[id].second) continue;
    const Exit& exit = graph_.exits[id];
    mark(ListingLine::exit, id);
    cc_.bind(exit_labels_[id].first);
    store_stack(exit.stack);
    if (exit.ticks != 0) cc_.sub(left_, imm(exit.ticks));
    cc_.mov(number.r32(), imm(id));
    cc_.jmp(leave);
  }
  mark(ListingLine::entering, 0);
  cc_.bind(leave);
  cc_.mov(x86::qword_ptr(context_, offset_of(&NativeContext::base)), base_);
  cc_.mov(x86::qword_ptr(context_, offset_of(&NativeContext::left)), left_);
  cc_.ret(number);
}

}  // namespace fungescope::jit
