// Removes stack checks that earlier ones imply: a forward data-flow analysis.
//
// `guard_stack 2 down 3 up` ensures that two values can be popped and three pushed, until the stack
// is rebased. An edge that rebases by n adds n to the values below and takes n from the space
// above. At the start of a block, the minimum over all incoming edges holds.
//
// Example: a loop that checks what its entry has checked, and that leaves the stack at the same
// depth, checks nothing.
//
// Back edges are assumed to hold everything at first; the assumption shrinks until nothing changes.
// Cost: a few passes over the blocks. Test: 'stack checks ...' in
// tests/jit/range_analysis_test.cpp.
#include "jit/passes/passes.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace fungescope::jit {
namespace {

// The values below slot 0 that exist, and the slots from 0 on that are free.
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
    if (!rooms_[id]) return;  // not reached yet
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
  std::vector<std::optional<StackRoom>> rooms_;  // at the start of each block
  bool changed_ = false;
};

}  // namespace

void remove_stack_checks(Graph& graph) {
  StackChecks(graph).run();
}

}  // namespace fungescope::jit
