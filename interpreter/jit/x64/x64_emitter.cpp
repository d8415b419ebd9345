#include "jit/x64/x64_emitter.h"

#include "jit/x64/x64_layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;

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
  // All are saved, used or not: the allocator has used some, for a value that had to make room,
  // that it did not know of at the end.
  function->frame().setAllDirty(asmjit::RegGroup::kGp);
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
  if (graph_.maps_writes) {
    cc_.mov(written_, x86::qword_ptr(context_, offset_of(&NativeContext::written_cells)));
  }
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
  bool notes = false;
  for (const Part& part : graph_.parts) {
    if (part.loop_depth == 0) continue;
    for (const ValueId id : part.code) {
      const IrOp op = graph_.at(id).op;
      stores = stores || op == IrOp::guard_plain || op == IrOp::store_inside;
      loads = loads || op == IrOp::load || op == IrOp::load_or_zero;
      calls = calls || op == IrOp::put_byte;
      notes = notes || op == IrOp::note_write || op == IrOp::note_write_at;
      stack = stack || op == IrOp::load_slot || op == IrOp::guard_stack;
    }
  }
  const auto fixed = [this](Gp& gp, std::uint32_t weight) {
    gp = cc_.newUInt64();
    cc_.virtRegById(gp.id())->setWeight(weight);
  };
  fixed(entry_, 1);
  fixed(left_, 255);
  fixed(deltas_, 255);
  fixed(source_, loads || stores ? 255 : 0);
  fixed(marks_, stores ? 255 : 0);
  fixed(base_, stack ? 255 : 0);
  fixed(context_, calls ? 100 : 0);
  if (graph_.maps_writes) fixed(written_, notes ? 200 : 0);
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
    case IrOp::charge_by:
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
