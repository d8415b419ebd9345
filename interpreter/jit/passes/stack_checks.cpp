// Room on the stack that was asked for before.
//
// The idea: `guard_stack 2 down 3 up` says that two values can be popped and three pushed, and it
// says so until the stack moves. Where the stack moves by n, on an edge that rebases, there are n
// more below and n fewer above. What all ways into a part have in common is known there.
//
// Example: a loop that asks for what its entry has asked for, and whose way round leaves the stack
// where it was, asks no more.
//
// Ways round loops are taken for good at first, and looked at again until nothing changes: what is
// known only shrinks. Cost: a few rounds over the parts. Test: 'stack checks ...' in
// tests/jit/range_analysis_test.cpp.
#include "jit/passes/passes.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace fungescope::jit {
namespace {

// So many values below slot 0, and room for so many from it on.
struct StackRoom {
  int need = unlimited;
  int reach = unlimited;
  friend bool operator==(const StackRoom&, const StackRoom&) = default;
};

StackRoom at_least(StackRoom room, const Instr& guard) {
  return {std::max<int>(room.need, guard.need), std::max<int>(room.reach, guard.reach)};
}

StackRoom after(StackRoom room, const Edge& edge) {
  if (!edge.rebase) return room;
  if (room.need != unlimited) room.need += edge.stack.depth;
  if (room.reach != unlimited) room.reach -= edge.stack.depth;
  return room;
}

class StackChecks {
 public:
  explicit StackChecks(Graph& graph) : graph_(graph), rooms_(graph.blocks.size()) {}

  void run() {
    for (BlockId id = 0; id < graph_.blocks.size(); ++id) {
      if (graph_.blocks[id].entry != 0) rooms_[id] = StackRoom{};
    }
    for (changed_ = true; changed_;) {
      changed_ = false;
      for (BlockId id = 0; id < graph_.blocks.size(); ++id) propagate(id);
    }
    for (BlockId id = 0; id < graph_.blocks.size(); ++id) remove_known(id);
  }

 private:
  void propagate(BlockId id) {
    if (!rooms_[id]) return;  // nothing leads here that was looked at
    StackRoom room = *rooms_[id];
    for (const ValueId value : graph_.blocks[id].code) {
      const Instr& instr = graph_.at(value);
      if (instr.op == IrOp::guard_stack) room = at_least(room, instr);
    }
    for (const Edge& edge : graph_.blocks[id].edges) {
      if (edge.to != no_block) meet(edge.to, after(room, edge));
    }
  }

  void meet(BlockId id, StackRoom room) {
    std::optional<StackRoom>& known = rooms_[id];
    const StackRoom before = known.value_or(StackRoom{INT16_MAX, INT16_MAX});
    const StackRoom now{std::min(before.need, room.need), std::min(before.reach, room.reach)};
    if (known && now == before) return;
    known = now;
    changed_ = true;
  }

  void remove_known(BlockId id) {
    if (!rooms_[id]) return;
    StackRoom room = *rooms_[id];
    std::erase_if(graph_.blocks[id].code, [&](ValueId value) {
      Instr& guard = graph_.at(value);
      if (guard.op != IrOp::guard_stack) return false;
      if (guard.need <= room.need) guard.need = unlimited;
      if (guard.reach <= room.reach) guard.reach = unlimited;
      room = at_least(room, guard);
      return guard.need == unlimited && guard.reach == unlimited;
    });
  }

  Graph& graph_;
  std::vector<std::optional<StackRoom>> rooms_;  // at the start of each part
  bool changed_ = false;
};

}  // namespace

void remove_stack_checks(Graph& graph) {
  StackChecks(graph).run();
}

}  // namespace fungescope::jit
