// Defines superblocks of micro-operations, the code of the fast interpreter.
//
// A superblock ("block" in this folder) is the path of the instruction pointer from one cell and
// heading to the next decision, with one entry and several side exits. Turns are followed and
// blanks are removed. Its micro-operations have the same effect on stack and field as the cells.
// The top of fast_interpreter.cpp describes the design.
#pragma once

#include "lang/geometry.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

namespace fungescope {

// The operands of a micro-operation that are part of it, in MicroOp::a and b.
enum class MicroOperands : std::uint8_t {
  none,
  k,                  // a: a constant
  cell,               // a: a cell that is read
  cell_and_k,         // a: a cell that is read; b: a constant
  stored,             // a: a cell that is stored to
  stored_and_k,       // a: a cell that is stored to; b: a constant
  stored_cell_and_k,  // a: a cell that is stored to * 2^32 + a cell that is read; b: a constant
  compared_k,         // b: a constant
  row,                // a: the first cell of the row
};

// X(name, MicroOperands) for every micro-operation. `k` is a constant and `cell` the value of a
// cell known at translation; all other operands are on the stack. In comments `a b` is the stack,
// top last. "To the reference" means: leaves the block for one step of the reference interpreter.
#define FUNGESCOPE_MICRO_OPS(X)                                                                 \
  X(push_k, k)                   /* -> k */                                                     \
  X(push_cell, cell)             /* -> cell */                                                  \
  X(push_cell_add_k, cell_and_k) /* -> cell + k */                                              \
  X(push_digit_or_step, cell)    /* -> the digit in a cell; not a digit: to the reference */    \
  X(tuck_k, k)                   /* a -> k a */                                                 \
  X(duplicate, none)                                                                            \
  X(swap, none)                                                                                 \
  X(discard, none)                                                                              \
  X(logical_not, none)                                                                          \
  X(add, none)                                                                                  \
  X(subtract, none)                                                                             \
  X(multiply, none)                                                                             \
  X(divide, none)                                                                               \
  X(remainder, none)                                                                            \
  X(greater, none)                                                                              \
  X(add_k, k)                                                                                   \
  X(multiply_k, k)                                                                              \
  X(divide_k, k)                                                                                \
  X(remainder_k, k)                                                                             \
  X(greater_k, k)                                                                               \
  X(add_cell, cell)                                                                             \
  X(subtract_cell, cell)                                                                        \
  X(multiply_cell, cell)                                                                        \
  X(divide_cell, cell)                                                                          \
  X(remainder_cell, cell)                                                                       \
  X(greater_cell, cell)                                                                         \
  X(divide_or_step, none) /* by zero: to the reference */                                       \
  X(remainder_or_step, none)                                                                    \
  X(get, none)         /* outside: 0 */                                                         \
  X(get_in_row, row)   /* x -> value; the row is known */                                       \
  X(get_or_step, none) /* outside: to the reference */                                          \
  X(get_trapped, none) /* trapped, or outside if a is set: to the reference; else outside: 0 */ \
  X(put, none)         /* outside: nothing */                                                   \
  X(put_in_row, row)   /* v x -> nothing */                                                     \
  X(put_or_step, none)                                                                          \
  X(store, stored)                       /* v -> nothing; the cell is known */                  \
  X(store_k, stored_and_k)               /* cell = k */                                         \
  X(store_cell_add_k, stored_cell_and_k) /* cell = other cell + k */                            \
  X(input_character, none)                                                                      \
  X(input_number, none)                                                                         \
  X(output_character, none)                                                                     \
  X(output_byte_or_step, none) /* not below `a`: to the reference */                            \
  X(output_number, none)                                                                        \
  /* These end a block. `exits[0]` is for zero, `exits[1]` for all other values. */             \
  X(branch, none)      /* a -> */                                                               \
  X(branch_keep, none) /* a -> a */                                                             \
  X(branch_cell, cell)                                                                          \
  X(branch_greater, none)         /* a b ->, on a > b */                                        \
  X(branch_greater_k, compared_k) /* a ->, on a > k */                                          \
  X(branch_keep_greater_k, compared_k)                                                          \
  X(branch_cell_greater_k, cell_and_k)                                                          \
  X(branch_not_equal, none) /* a b ->, on a - b */                                              \
  X(branch_not_equal_k, compared_k)                                                             \
  X(branch_keep_not_equal_k, compared_k)                                                        \
  X(branch_cell_not_equal_k, cell_and_k)                                                        \
  X(branch_random, none) /* any of four exits */                                                \
  X(jump, none)          /* to exits[0] */                                                      \
  X(step, none)          /* one cell: to the reference */

enum class MicroOpcode : std::uint8_t {
#define FUNGESCOPE_MICRO_CODE(name, operands) name,
  FUNGESCOPE_MICRO_OPS(FUNGESCOPE_MICRO_CODE)
#undef FUNGESCOPE_MICRO_CODE
};

inline constexpr std::size_t micro_opcode_count = static_cast<std::size_t>(MicroOpcode::step) + 1;

[[nodiscard]] constexpr MicroOperands operands_of(MicroOpcode code) {
  constexpr std::array operands{
#define FUNGESCOPE_MICRO_OPERANDS(name, operands) MicroOperands::operands,
      FUNGESCOPE_MICRO_OPS(FUNGESCOPE_MICRO_OPERANDS)
#undef FUNGESCOPE_MICRO_OPERANDS
  };
  return operands[static_cast<std::size_t>(code)];
}

// A direction of the instruction pointer, and whether string mode is on.
class Heading {
 public:
  static constexpr std::size_t count = 8;
  constexpr Heading() = default;
  constexpr Heading(Direction direction, bool string_mode)
      : bits_(static_cast<std::uint8_t>(static_cast<unsigned>(direction) |
                                        (string_mode ? 4U : 0U))) {}
  [[nodiscard]] constexpr Direction direction() const { return static_cast<Direction>(bits_ & 3U); }
  [[nodiscard]] constexpr bool string_mode() const { return (bits_ & 4U) != 0; }
  [[nodiscard]] constexpr std::size_t index() const { return bits_; }
  friend constexpr bool operator==(Heading, Heading) = default;

 private:
  std::uint8_t bits_ = 0;
};

// The playfield index of a cell. Larger fields run on the reference interpreter.
using CellIndex = std::uint32_t;

// A position and heading of the instruction pointer.
struct CodePosition {
  CellIndex cell = 0;
  Heading heading;
  friend bool operator==(const CodePosition&, const CodePosition&) = default;
};

// The maximum length of a block.
inline constexpr std::size_t max_block_cells = 192;

struct ByteCount {
  std::size_t bytes = 0;
  std::size_t peak = 0;
};

// Counts into a ByteCount that outlives the containers; without one it counts nothing. The memory
// of a container that is moved stays counted where it was allocated; a copy is not counted.
template <class T>
class CountingAllocator {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  CountingAllocator() = default;
  explicit CountingAllocator(ByteCount* count) : count_(count) {}
  template <class U>
  CountingAllocator(const CountingAllocator<U>& other) : count_(other.count()) {}

  T* allocate(std::size_t count) {
    T* const memory = std::allocator<T>().allocate(count);
    if (count_ != nullptr) {
      count_->bytes += count * sizeof(T);
      count_->peak = std::max(count_->peak, count_->bytes);
    }
    return memory;
  }
  void deallocate(T* memory, std::size_t count) {
    if (count_ != nullptr) count_->bytes -= count * sizeof(T);
    std::allocator<T>().deallocate(memory, count);
  }
  [[nodiscard]] CountingAllocator select_on_container_copy_construction() const { return {}; }

  [[nodiscard]] ByteCount* count() const { return count_; }
  friend bool operator==(const CountingAllocator&, const CountingAllocator&) = default;

 private:
  ByteCount* count_ = nullptr;
};

struct Superblock;

// The effect of the first cells of a block on the stack, in values relative to the entry of the
// block.
struct StackEffect {
  std::int16_t depth = 0;  // net growth; may be negative
  std::int16_t need = 0;   // values required at entry: popped, and not pushed before
  std::int16_t reach = 0;  // maximum growth
  std::int16_t peak = 0;   // maximum size of a stack that is empty at entry

  constexpr void add_cell(int pops, int pushes) {
    need = static_cast<std::int16_t>(std::max<int>(need, pops - depth));
    depth = static_cast<std::int16_t>(depth + pushes - pops);
    reach = std::max(reach, depth);
    peak = static_cast<std::int16_t>(std::max<int>(peak, depth + need));
  }
  // Returns the maximum size of a stack that has `size` values at entry. A pop from the empty stack
  // removes nothing, so the cells after it find the stack one value deeper.
  [[nodiscard]] constexpr std::ptrdiff_t max_size(std::ptrdiff_t size) const {
    return std::max<std::ptrdiff_t>(size + reach, peak);
  }
};

// One operation, of 24 bytes. `at`, `heading` and `ticks` locate the (last) cell that it was
// translated from, for a side exit there.
struct MicroOp {
  MicroOpcode code = MicroOpcode::step;
  Heading heading;
  std::uint16_t ticks = 0;  // of the block before that cell
  CellIndex at = 0;
  std::int64_t a = 0;
  std::int64_t b = 0;
};

// Calls f(CellIndex, bool stored) for each cell that the operation reads or stores to and that is
// known at translation.
template <class F>
void for_each_known_cell(const MicroOp& op, F f) {
  switch (operands_of(op.code)) {
    case MicroOperands::cell:
    case MicroOperands::cell_and_k:
      return f(static_cast<CellIndex>(op.a), false);
    case MicroOperands::stored:
    case MicroOperands::stored_and_k:
      return f(static_cast<CellIndex>(op.a), true);
    case MicroOperands::stored_cell_and_k:
      f(static_cast<CellIndex>(op.a), false);
      return f(static_cast<CellIndex>(op.a >> 32), true);
    default:
      return;
  }
}

// The block of a cell and heading. It is created when they are first executed and never moves, so
// that other blocks may point to it. It has code only while it is hot and its cells are unchanged.
//
// Where the native tier has an entry, `ticks` is `never` although there is code, so that the
// interpreter's loop ends there without a check of its own.
//
// The members that are read on entry fill one cache line.
struct alignas(64) Superblock {
  template <class T>
  using Counted = std::vector<T, CountingAllocator<T>>;

  Superblock() = default;
  // Its memory is counted there.
  explicit Superblock(ByteCount* count)
      : ops(CountingAllocator<MicroOp>(count)),
        uses(CountingAllocator<StackEffect>(count)),
        cells(CountingAllocator<CellIndex>(count)) {}

  // Exceeds the remaining ticks of any run.
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  // The conditions for running the block without further checks.
  std::uint64_t ticks = never;    // ticks left; `never`: leave the interpreter's loop
  std::ptrdiff_t need = 0;        // values on the stack
  std::ptrdiff_t reach = 0;       // values that the stack may grow by
  const MicroOp* code = nullptr;  // ops.data()
  std::array<Superblock*, 4> exits{};

  std::uint16_t length = 0;  // in ticks; kept when the code is discarded
  bool translated = false;   // has code
  bool compiled = false;     // native code depends on it
  bool continues = false;    // where another block ended because it was full
  Heading heading;
  CellIndex cell = 0;
  std::uint32_t entry = 0;    // of the native tier; 0: none
  StackEffect use;            // of all its cells
  Counted<MicroOp> ops;       // kept when the code is discarded: it may be running
  Counted<StackEffect> uses;  // for each operation: of the cells before its last one
  Counted<CellIndex> cells;   // translated to this code

  [[nodiscard]] bool has_code() const { return translated; }
  // Sets the native tier's entry, or removes it (0).
  void set_entry(std::uint32_t native_entry) {
    entry = native_entry;
    ticks = translated && entry == 0 ? length : never;
  }
};

}  // namespace fungescope
