// The intermediate representation: values in static single assignment form, in basic blocks.
//
// A value is a signed 64-bit number that is computed once. Stack slots and cells with constant
// coordinates are values while a region runs; the stack's memory is written only where the region
// is left. Where paths join, a phi takes the argument of the edge that was taken.
//
//     b1: v4 = phi                        the loop `09g:1-09p:!#v_$`
//         v5 = add v4 -1
//         store_cell [0,9] v5
//         if v5 != 0 -> b1(v5) else -> b2
//
// A *slot* is a stack position relative to the top of the stack when the region was entered: slot
// -1 is the value that was on top then, slot 0 the position that the next push fills.
//
// An *exit* returns to the interpreter (deoptimisation), with all that is needed to make the
// machine complete there: the cell, the ticks that were executed but not charged, the depth of the
// stack, and the values of the slots that differ from memory.
#pragma once

#include "vm/blocks/superblock.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::jit {

using ValueId = std::uint32_t;
inline constexpr ValueId no_value = ~ValueId{0};
using ExitId = std::uint32_t;
inline constexpr ExitId no_exit = ~ExitId{0};
using BlockId = std::uint32_t;
inline constexpr BlockId no_block = ~BlockId{0};

// Facts about operations.
namespace ir {
enum Trait : unsigned {
  value = 1,
  effect = 2,  // neither moved nor removed
  once = 4,    // superfluous after an equal operation
  stores = 8,  // to cells
  commutes = 16,
  shows_k = 32,  // in listings
  of_cell = 64,  // `k` is the index of a cell
};
}  // namespace ir

// X(name, traits) for each operation. `a`, `b`, `c` are its operands, `k` its constant. A guard
// leaves the region by its exit unless its condition holds.
#define FUNGESCOPE_IR_OPS(X)                                                                 \
  X(constant, value)            /* k */                                                      \
  X(phi, value)                 /* the argument of the edge taken */                         \
  X(load_slot, value | shows_k) /* slot k, from memory */                                    \
  X(load_cell, value | of_cell) /* of cell k */                                              \
  X(load, value)                /* of the cell with index a */                               \
  X(add, value | once | commutes)                                                            \
  X(subtract, value | once)                                                                  \
  X(multiply, value | once | commutes)                                                       \
  X(divide, value | once) /* by zero: 0; MIN / -1: MIN */                                    \
  X(remainder, value | once)                                                                 \
  X(multiply_high, value | once | commutes)      /* the high half of the signed product */   \
  X(reduce, value | once | shows_k)              /* a >= k ? a - k : a; k > 0 */             \
  X(shift_left, value | once | shows_k)          /* by k, 0..63 */                           \
  X(shift_right, value | once | shows_k)         /* arithmetic, by k */                      \
  X(shift_right_logical, value | once | shows_k) /* logical, by k */                         \
  X(bit_and, value | once | commutes)                                                        \
  X(greater, value | once) /* 1 if a > b, else 0 */                                          \
  X(is_zero, value | once)                                                                   \
  X(low_byte, value | once)                /* sign-extended */                               \
  X(select, value | once)                  /* b if a is not 0, else c */                     \
  X(load_or_zero, value)                   /* of cell (a, b), 0 outside the field */         \
  X(store_cell, effect | stores | of_cell) /* a to cell k */                                 \
  X(store, effect | stores)                /* b to the cell with index a */                  \
  X(add_to_cell, effect | stores)          /* adds b to the cell with index a */             \
  X(subtract_from_cell, effect | stores)   /* subtracts b from it */                         \
  X(store_inside, effect | stores)         /* c to cell (a, b), nothing outside the field */ \
  X(guard_below, effect | once | shows_k)  /* 0 <= a < k */                                  \
  X(guard_nonzero, effect | once)          /* a != 0 */                                      \
  X(guard_nonnegative, effect | once)      /* a >= 0 */                                      \
  X(guard_unmarked, effect | once)         /* a store to index a needs no interpreter */     \
  X(guard_untrapped, effect | once)        /* no read trap at index a */                     \
  X(guard_stack, effect)                   /* `need` values and `reach` free slots */        \
  X(guard_ticks, effect | shows_k)         /* k ticks are left */                            \
  X(charge, effect | shows_k)              /* k ticks were executed */                       \
  X(charge_by, effect)                     /* a ticks were executed */                       \
  X(mark_written, effect | once | of_cell) /* cell k, in the write map */                    \
  X(mark_written_at, effect | once)        /* index a, in the write map */                   \
  X(put_byte, effect)                      /* prints a; leaves if the output is closed */    \
  X(put_number, effect)                                                                      \
  X(read_byte, value | effect) /* leaves if there is no input yet */                         \
  X(read_number, value | effect)                                                             \
  X(random_quarter, value | effect) /* 0..3 */

enum class IrOp : std::uint8_t {
#define FUNGESCOPE_IR_OP(name, traits) name,
  FUNGESCOPE_IR_OPS(FUNGESCOPE_IR_OP)
#undef FUNGESCOPE_IR_OP
};

namespace ir {
inline constexpr std::array traits_of{
#define FUNGESCOPE_IR_TRAITS(name, traits) static_cast<unsigned>(traits),
    FUNGESCOPE_IR_OPS(FUNGESCOPE_IR_TRAITS)
#undef FUNGESCOPE_IR_TRAITS
};
}  // namespace ir
[[nodiscard]] constexpr bool has_trait(IrOp op, ir::Trait trait) {
  return (ir::traits_of[static_cast<std::size_t>(op)] & trait) != 0;
}
[[nodiscard]] constexpr bool has_value(IrOp op) {
  return has_trait(op, ir::value);
}
[[nodiscard]] constexpr bool has_effect(IrOp op) {
  return has_trait(op, ir::effect);
}
[[nodiscard]] const char* name_of(IrOp op);

inline constexpr std::int16_t unlimited = INT16_MIN;
inline constexpr CellIndex no_cell = ~CellIndex{0};

struct Instr {
  IrOp op = IrOp::constant;
  ValueId a = no_value;
  ValueId b = no_value;
  ValueId c = no_value;
  std::int64_t k = 0;
  ExitId exit = no_exit;
  BlockId block = no_block;  // no_block: a constant, or a load on an edge (Edge::args)
  // guard_stack: the values below slot 0 that must exist, and the slots from 0 on that must be
  // free. Either may be negative, or `unlimited` if it is not checked. With k = 1 it precedes a
  // superblock that uses exactly these slots, so that native code may raise the ceiling
  // (NativeContext::raise_ceiling) instead of leaving.
  std::int16_t need = 0;
  std::int16_t reach = 0;
  CellIndex from = no_cell;  // the program's cell that it was made from
};

// The state of the machine where a region is left.
enum class ExitKind : std::uint8_t {
  before_block,   // at the start of `superblock`: the interpreter continues
  step,           // at a cell that the reference interpreter is to execute
  input_wait,     // at a cell whose input is not there yet
  output_closed,  // at a cell whose output was refused
};

struct SlotValue {
  std::int16_t slot = 0;
  ValueId value = no_value;
};

// The stack relative to memory.
struct StackState {
  std::int16_t depth = 0;         // the first slot above the top
  std::vector<SlotValue> stored;  // slots whose values differ from memory
};

struct Exit {
  ExitKind kind = ExitKind::before_block;
  Superblock* superblock = nullptr;
  std::uint16_t op = 0;     // index in superblock->ops; 0 for before_block
  std::uint32_t ticks = 0;  // executed and not charged yet
  StackState stack;
};

// Returns where the interpreter continues after an exit: an Exit, or what the tier keeps of one.
template <class AnyExit>
[[nodiscard]] CodePosition position_of(const AnyExit& exit) {
  if (exit.kind == ExitKind::before_block) return {exit.superblock->cell, exit.superblock->heading};
  const MicroOp& op = exit.superblock->ops[exit.op];
  return {op.at, op.heading};
}

enum class Condition : std::uint8_t { greater, not_equal };

// Leads to another block or out of the region.
struct Edge {
  BlockId to = no_block;  // no_block: `exit`
  ExitId exit = no_exit;
  std::uint32_t ticks = 0;  // charged when the edge is taken
  // For the phis of `to`, in their order. A load_slot or load_cell that belongs to no block is done
  // when the edge is taken.
  std::vector<ValueId> args;
  bool rebase = false;  // stores the slots, and moves slot 0 up by `stack.depth`
  StackState stack;     // if `rebase`
};

enum class TerminatorKind : std::uint8_t { jump, branch, quarter };

struct BasicBlock {
  std::vector<ValueId> phis;
  std::vector<ValueId> code;
  TerminatorKind terminator = TerminatorKind::jump;
  // jump: edges[0]. branch: edges[1] if `a condition b` holds, else edges[0]. quarter: edges[a].
  Condition condition = Condition::not_equal;
  ValueId a = no_value;
  ValueId b = no_value;
  std::vector<Edge> edges;
  const Superblock* superblock = nullptr;  // that it was lifted from
  std::int16_t depth = 0;                  // of the stack at its start
  std::uint16_t loop_depth = 0;
  bool header = false;      // a loop header
  std::uint32_t entry = 0;  // not 0: the number of an entry; all values are in memory
  bool dead = false;        // unreachable

  // Whether both edges of a branch charge the same ticks, which may be done before it.
  [[nodiscard]] bool charges_before_branch() const {
    return edges[0].to != no_block && edges[1].to != no_block && edges[0].ticks == edges[1].ticks;
  }
};

// The code of a region. Blocks are lifted in reverse post-order: only edges to loop headers lead to
// a block with a smaller number. Blocks that only such edges reach, which lifting and passes may
// leave, may use values of blocks with larger numbers: see control_flow.h.
struct Graph {
  std::vector<Instr> values;
  std::vector<BasicBlock> blocks;
  std::vector<Exit> exits;
  Size field;
  bool marks_writes = false;  // stores are recorded in the write map

  [[nodiscard]] Instr& at(ValueId id) { return values[id]; }
  [[nodiscard]] const Instr& at(ValueId id) const { return values[id]; }
  ExitId add(Exit exit) {
    exits.push_back(std::move(exit));
    return static_cast<ExitId>(exits.size() - 1);
  }
  [[nodiscard]] bool is_constant(ValueId id) const { return values[id].op == IrOp::constant; }
  // A load that is done on an edge: see Edge::args.
  [[nodiscard]] bool is_edge_load(ValueId id) const {
    return values[id].block == no_block && !is_constant(id);
  }
  [[nodiscard]] bool is_constant(ValueId id, std::int64_t k) const {
    return is_constant(id) && values[id].k == k;
  }
  // Whether memory holds the value in the slot.
  [[nodiscard]] bool is_load_of_slot(ValueId id, int slot) const {
    return values[id].op == IrOp::load_slot && values[id].k == slot;
  }
};

// Calls f(ValueId&) for each operand.
template <class F>
void for_each_operand(Instr& instr, F f) {
  for (ValueId* use : {&instr.a, &instr.b, &instr.c}) {
    if (*use != no_value) f(*use);
  }
}
// Calls f(ValueId&) for each use of a value: operands, edge arguments, slots stored at exits.
template <class F>
void for_each_use(Graph& graph, F f) {
  for (BasicBlock& block : graph.blocks) {
    for (const ValueId id : block.code) for_each_operand(graph.values[id], f);
    for (ValueId* use : {&block.a, &block.b}) {
      if (*use != no_value) f(*use);
    }
    for (Edge& edge : block.edges) {
      for (ValueId& arg : edge.args) f(arg);
      for (SlotValue& slot : edge.stack.stored) f(slot.value);
    }
  }
  for (Exit& exit : graph.exits) {
    for (SlotValue& slot : exit.stack.stored) f(slot.value);
  }
}

// Whether the value needs a location. Constants and edge loads do not.
[[nodiscard]] inline bool needs_location(const Graph& graph, ValueId id) {
  return id != no_value && graph.at(id).block != no_block;
}
// Calls f(ValueId) for each value that the state stores.
template <class F>
void for_each_stored(const Graph& graph, const StackState& stack, F f) {
  for (const SlotValue& stored : stack.stored) {
    if (needs_location(graph, stored.value)) f(stored.value);
  }
}

// Calls f(ValueId) for each value that an operation or its exit uses, possibly more than once.
template <class F>
void for_each_input(const Graph& graph, const Instr& instr, F f) {
  for (const ValueId id : {instr.a, instr.b, instr.c}) {
    if (needs_location(graph, id)) f(id);
  }
  if (instr.exit != no_exit) for_each_stored(graph, graph.exits[instr.exit].stack, f);
}

// Calls f(ValueId) for each value that a terminator or its edges use, possibly more than once.
template <class F>
void for_each_terminator_input(const Graph& graph, const BasicBlock& block, F f) {
  for (const ValueId id : {block.a, block.b}) {
    if (needs_location(graph, id)) f(id);
  }
  for (const Edge& edge : block.edges) {
    for (const ValueId id : edge.args) {
      if (needs_location(graph, id)) f(id);
    }
    if (edge.rebase) for_each_stored(graph, edge.stack, f);
    if (edge.exit != no_exit) for_each_stored(graph, graph.exits[edge.exit].stack, f);
  }
}

// Whether a division is by a constant that needs no special case: neither 0 nor -1.
[[nodiscard]] inline bool divides_plainly(const Graph& graph, const Instr& division) {
  return graph.is_constant(division.b) && graph.at(division.b).k != 0 &&
         graph.at(division.b).k != -1;
}

// Formats the graph as `inspect --jit` shows it, one value a line.
[[nodiscard]] std::string to_text(const Graph& graph);
// Format a value, a block's terminator and an exit in the same way, without a line end.
[[nodiscard]] std::string value_to_text(const Graph& graph, ValueId value);
[[nodiscard]] std::string terminator_to_text(const Graph& graph, BlockId block);
[[nodiscard]] std::string exit_to_text(const Graph& graph, ExitId exit);

// Returns an empty string, or the first invariant that the graph breaks: each value is defined
// before each use on every path, edge arguments match the phis of their target, and targets are
// alive. Cost: about a pass.
[[nodiscard]] std::string verify(const Graph& graph);

}  // namespace fungescope::jit
