// The intermediate representation of native code: values in static single
// assignment, in basic blocks.
//
// A value is a signed 64-bit number that is computed once. Stack slots and cells
// at known places are values while a region runs; the memory of the stack is
// written only where the region is left. Where paths join, a phi takes the value
// of the edge that was taken.
//
//     b1: v4 = phi                        the loop `09g:1-09p:!#v_$`
//         v5 = add v4 -1
//         store_cell [0,9] v5
//         if v5 != 0 -> b1(v5) else -> b2
//
// A *slot* is a place of the value stack relative to where its top was when the
// region was entered: slot -1 is the value on top then, slot 0 the place that
// the next push takes.
//
// An *exit* is a way back to the interpreter, with all that it takes to make the
// machine complete there: which cell, how many ticks were executed but not yet
// charged, how deep the stack is, and the values of the slots that differ from memory.
#pragma once

#include "vm/blocks/superblock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::jit {

using ValueId = std::uint32_t;
inline constexpr ValueId no_value = ~ValueId{0};
using ExitId = std::uint32_t;
inline constexpr ExitId no_exit = ~ExitId{0};
using BlockId = std::uint32_t;  // a basic block's number; "block" is the interpreter's
inline constexpr BlockId no_block = ~BlockId{0};

// X(name, has_value, has_effect): every operation. `a`, `b`, `c` are its operands,
// `k` its constant. Operations with an effect are neither moved nor dropped.
#define FUNGESCOPE_IR_OPS(X)                                                              \
  X(constant, true, false)  /* k */                                                       \
  X(phi, true, false)       /* by the edge */                                             \
  X(load_slot, true, false) /* what memory holds for slot k */                            \
  X(load_cell, true, false) /* of cell k */                                               \
  X(load, true, false)      /* of the cell with index a */                                \
  X(add, true, false)                                                                     \
  X(subtract, true, false)                                                                \
  X(multiply, true, false)                                                                \
  X(divide, true, false) /* by zero: 0; MIN / -1: MIN */                                  \
  X(remainder, true, false)                                                               \
  X(multiply_high, true, false)       /* the high half of the signed product */           \
  X(reduce, true, false)              /* a, less k if a >= k; k > 0 */                    \
  X(shift_left, true, false)          /* by k, 0..63 */                                   \
  X(shift_right, true, false)         /* arithmetic, by k */                              \
  X(shift_right_logical, true, false) /* logical, by k */                                 \
  X(bit_and, true, false)                                                                 \
  X(greater, true, false) /* 1 if a > b, else 0 */                                        \
  X(is_zero, true, false)                                                                 \
  X(low_byte, true, false)           /* sign-extended */                                  \
  X(select, true, false)             /* b if a is not 0, else c */                        \
  X(load_or_zero, true, false)       /* of cell (a, b), 0 outside the field */            \
  X(store_cell, false, true)         /* a to cell k */                                    \
  X(store, false, true)              /* b to the cell with index a */                     \
  X(add_to_cell, false, true)        /* b to what the cell with index a holds */          \
  X(subtract_from_cell, false, true) /* b from it */                                      \
  X(store_inside, false, true)       /* c to cell (a, b), nothing outside the field */    \
  X(guard_below, false, true)        /* leaves unless 0 <= a < k */                       \
  X(guard_nonzero, false, true)      /* leaves if a is 0 */                               \
  X(guard_nonnegative, false, true)  /* leaves if a < 0 */                                \
  X(guard_unmarked, false, true)     /* leaves if a store to index a is more than that */ \
  X(guard_unwatched, false, true)    /* leaves if a load from index a is trapped */       \
  X(guard_stack, false, true)        /* leaves unless `need` and `reach` can be had */    \
  X(guard_ticks, false, true)        /* leaves unless k ticks are left */                 \
  X(charge, false, true)             /* k ticks were executed */                          \
  X(charge_by, false, true)          /* a ticks were executed */                          \
  X(mark_written, false, true)       /* cell k into the write map */                      \
  X(mark_written_at, false, true)    /* index a into the write map */                     \
  X(put_byte, false, true)           /* prints a; leaves if the output is closed */       \
  X(put_number, false, true)                                                              \
  X(read_byte, true, true) /* leaves if the input must be waited for */                   \
  X(read_number, true, true)                                                              \
  X(random_quarter, true, true) /* 0..3 */

enum class IrOp : std::uint8_t {
#define FUNGESCOPE_IR_OP(name, has_value, has_effect) name,
  FUNGESCOPE_IR_OPS(FUNGESCOPE_IR_OP)
#undef FUNGESCOPE_IR_OP
};

[[nodiscard]] bool has_value(IrOp op);
[[nodiscard]] bool has_effect(IrOp op);
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
  BlockId block = no_block;  // where it is; constants are nowhere
  // guard_stack: that many values below slot 0, and room for so many from it on; both may be
  // negative, or `unlimited`: not asked for.
  std::int16_t need = 0;
  std::int16_t reach = 0;
  CellIndex from = no_cell;  // the cell of the program that it came from
};

// Where the machine is when a region is left, in terms of the values there.
enum class ExitKind : std::uint8_t {
  before_block,   // at the start of `superblock`: the interpreter goes on
  step,           // at a cell that the reference interpreter is to execute
  input_wait,     // at a cell whose input is not there yet
  output_closed,  // at a cell whose output was refused
};

struct SlotValue {
  std::int16_t slot = 0;
  ValueId value = no_value;
};

// What the stack is like, relative to memory.
struct StackState {
  std::int16_t depth = 0;         // slots from `depth` on hold nothing
  std::vector<SlotValue> stored;  // slots whose values are not in memory yet
};

struct Exit {
  ExitKind kind = ExitKind::before_block;
  Superblock* superblock = nullptr;
  std::uint16_t op = 0;     // of the block's code; 0 for before_block
  std::uint32_t ticks = 0;  // executed and not charged yet
  StackState stack;
};

enum class Condition : std::uint8_t { greater, differ };

// A way from a part: to another one, or out of the region.
struct Edge {
  BlockId to = no_block;  // no_block: `exit`
  ExitId exit = no_exit;
  std::uint32_t ticks = 0;  // to be charged on the way
  // For the phis of `to`, in their order. A load that is in no part is done on this way.
  std::vector<ValueId> args;
  bool rebase = false;  // the stack goes to memory, and slot 0 moves up by `stack.depth`
  StackState stack;     // for rebase
};

enum class TerminatorKind : std::uint8_t { jump, branch, quarter };

// One way in, one way on.
struct BasicBlock {
  std::vector<ValueId> phis;
  std::vector<ValueId> code;
  TerminatorKind end = TerminatorKind::jump;
  // branch: edges[0] if the condition is false, edges[1] if it holds. jump: edges[0].
  // quarter: edges[a].
  Condition condition = Condition::differ;
  ValueId a = no_value;
  ValueId b = no_value;
  std::vector<Edge> edges;
  const Superblock* superblock = nullptr;  // what it was made from
  std::int16_t depth = 0;                  // of the stack at its start
  std::uint16_t loop_depth = 0;
  bool header = false;      // of a loop
  std::uint32_t entry = 0;  // not 0: the machine enters here, with all values in memory
  bool dead = false;        // nothing leads here
};

// The code of a region. Parts are lifted in reverse post-order: but for the edges to headers of
// loops, every edge goes to a part with a larger number. Parts that only such edges lead to, which
// lifting and passes may leave, may use values of parts with larger numbers: see part_order.h.
struct Graph {
  std::vector<Instr> values;
  std::vector<BasicBlock> blocks;
  std::vector<Exit> exits;
  Size field;
  bool marks_writes = false;  // mark_written is wanted

  [[nodiscard]] Instr& at(ValueId id) { return values[id]; }
  [[nodiscard]] const Instr& at(ValueId id) const { return values[id]; }
  [[nodiscard]] bool is_constant(ValueId id) const { return values[id].op == IrOp::constant; }
  // A load on an edge: see Edge::args.
  [[nodiscard]] bool is_edge_load(ValueId id) const {
    return values[id].block == no_block && !is_constant(id);
  }
  [[nodiscard]] bool is_constant(ValueId id, std::int64_t k) const {
    return is_constant(id) && values[id].k == k;
  }
};

// Calls f(ValueId&) for every use of a value: operands, arguments of edges, what exits store.
template <class F>
void for_each_operand(Instr& instr, F f) {
  for (ValueId* use : {&instr.a, &instr.b, &instr.c}) {
    if (*use != no_value) f(*use);
  }
}
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

// The graph as text, a line a value, as `inspect --jit` shows it.
[[nodiscard]] std::string to_text(const Graph& graph);
// The parts of that text, without line ends: a value, how a part ends, an exit.
[[nodiscard]] std::string value_to_text(const Graph& graph, ValueId value);
[[nodiscard]] std::string terminator_to_text(const Graph& graph, BlockId block);
[[nodiscard]] std::string exit_to_text(const Graph& graph, ExitId exit);

}  // namespace fungescope::jit
