// Terminators of blocks, and the moves on their edges.
#include "jit/x64/x64_emitter.h"

#include <cstddef>
#include <utility>

namespace fungescope::jit {

namespace x86 = asmjit::x86;
using asmjit::imm;

void X64Emitter::emit_terminator(BlockId id) {
  const BasicBlock& block = graph_.blocks[id];
  BlockId next = id + 1;
  while (next < graph_.blocks.size() && graph_.blocks[next].dead) ++next;
  switch (block.terminator) {
    case TerminatorKind::jump:
      return jump_to(block.edges[0], next);
    case TerminatorKind::branch:
      return emit_branch(block, next);
    case TerminatorKind::quarter:
      return emit_quarter(block);
  }
}

void X64Emitter::charge(std::uint64_t ticks) {
  as_.sub(pinned_register(Pinned::left, x86::rax), imm(ticks));
}

void X64Emitter::jump_if(CondCode condition, const Label& to) {
  as_.emit(x86::Inst::jccFromCond(condition), to);
}

X64Emitter::Label X64Emitter::label_of(const Edge& edge) {
  return edge.to == no_block ? exit_label(edge.exit) : block_labels_[edge.to];
}

bool X64Emitter::is_plain_jump(const Edge& edge, bool charges) const {
  if (edge.to == no_block) return true;
  return (edge.ticks == 0 || !charges) && !edge.rebase && moves_of(edge).empty();
}

void X64Emitter::jump_to(const Edge& edge, BlockId next, bool charges) {
  if (edge.to != no_block) {
    if (edge.rebase) store_stack(edge.stack);
    emit_moves(moves_of(edge));
    if (edge.ticks != 0 && charges) charge(edge.ticks);
  }
  if (edge.to == no_block || edge.to != next) as_.jmp(label_of(edge));
}

void X64Emitter::emit_branch(const BasicBlock& block, BlockId next) {
  const Edge& otherwise = block.edges[0];
  const Edge& then = block.edges[1];
  // Ticks that both edges charge are charged before the comparison.
  const bool same =
      then.to != no_block && otherwise.to != no_block && then.ticks == otherwise.ticks;
  if (same && then.ticks != 0) charge(then.ticks);
  const bool charges = !same;
  compare(block.a, block.b);
  const bool greater = block.condition == Condition::greater;
  const CondCode holds = greater ? CondCode::kSignedGT : CondCode::kNE;
  const CondCode fails = greater ? CondCode::kSignedLE : CondCode::kE;
  const bool bare = is_plain_jump(otherwise, charges);
  if (is_plain_jump(then, charges) && !(then.to == next && then.to != no_block && bare)) {
    jump_if(holds, label_of(then));
    return jump_to(otherwise, next, charges);
  }
  if (bare) {
    jump_if(fails, label_of(otherwise));
    return jump_to(then, next, charges);
  }
  // The back edge takes one jump instead of two.
  const Label other = as_.newLabel();
  const bool loops = then.to <= otherwise.to;
  jump_if(loops ? fails : holds, other);
  jump_to(loops ? then : otherwise, no_block, charges);
  as_.bind(other);
  jump_to(loops ? otherwise : then, next, charges);
}

void X64Emitter::emit_quarter(const BasicBlock& block) {
  for (std::uint32_t i = 0; i + 1 < block.edges.size(); ++i) {
    as_.cmp(in_register(block.a, x86::rax), imm(i));
    if (is_plain_jump(block.edges[i], true)) {
      as_.je(label_of(block.edges[i]));
      continue;
    }
    const Label other = as_.newLabel();
    as_.jne(other);
    jump_to(block.edges[i], no_block);
    as_.bind(other);
  }
  jump_to(block.edges.back(), no_block);
}

// All phis are assigned in parallel.
X64Emitter::EdgeMoves X64Emitter::moves_of(const Edge& edge) const {
  EdgeMoves moves;
  const std::vector<ValueId>& phis = graph_.blocks[edge.to].phis;
  for (std::size_t i = 0; i < phis.size(); ++i) {
    const Location to = location_of(phis[i]);
    const Location from = location_of(edge.args[i]);
    if (to.kind == Location::Kind::nowhere) continue;
    if (from.kind == Location::Kind::nowhere) {
      moves.loads.emplace_back(to, edge.args[i]);
    } else if (to != from) {
      moves.moves.push_back({to, from});
    }
  }
  moves.moves =
      sequence_moves(std::move(moves.moves), {Location::Kind::in_register, x86::Gp::kIdAx});
  return moves;
}

void X64Emitter::emit_moves(const EdgeMoves& moves) {
  for (const LocationMove& step : moves.moves) move(step.to, step.from);
  for (const auto& [to, value] : moves.loads) {
    if (to.kind == Location::Kind::in_register) {
      move(x86::gpq(to.number), value);
    } else if (is_imm32(value)) {
      as_.mov(in_frame(to.number), imm(k32(value)));
    } else {
      move(x86::rax, value);
      as_.mov(in_frame(to.number), x86::rax);
    }
  }
}

}  // namespace fungescope::jit
