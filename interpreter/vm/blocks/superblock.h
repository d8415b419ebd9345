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

// X(name) for every micro-operation. `k` is a constant and `cell` the value of a cell known at
// translation; all other operands are on the stack. In comments `a b` is the stack, top last. "To
// the reference" means: leaves the block for one step of the reference interpreter.
#define FUNGESCOPE_MICRO_OPS(X)                                                           \
  X(push_k)             /* -> k */                                                        \
  X(push_cell)          /* -> cell */                                                     \
  X(push_cell_add_k)    /* -> cell + k */                                                 \
  X(push_digit_or_step) /* -> the digit in a cell; not a digit: to the reference */       \
  X(tuck_k)             /* a -> k a */                                                    \
  X(duplicate)                                                                            \
  X(swap)                                                                                 \
  X(discard)                                                                              \
  X(logical_not)                                                                          \
  X(add)                                                                                  \
  X(subtract)                                                                             \
  X(multiply)                                                                             \
  X(divide)                                                                               \
  X(remainder)                                                                            \
  X(greater)                                                                              \
  X(add_k)                                                                                \
  X(multiply_k)                                                                           \
  X(divide_k)                                                                             \
  X(remainder_k)                                                                          \
  X(greater_k)                                                                            \
  X(add_cell)                                                                             \
  X(subtract_cell)                                                                        \
  X(multiply_cell)                                                                        \
  X(divide_cell)                                                                          \
  X(remainder_cell)                                                                       \
  X(greater_cell)                                                                         \
  X(divide_or_step) /* by zero: to the reference */                                       \
  X(remainder_or_step)                                                                    \
  X(get)         /* outside: 0 */                                                         \
  X(get_in_row)  /* x -> value; the row is known */                                       \
  X(get_or_step) /* outside: to the reference */                                          \
  X(get_trapped) /* trapped, or outside if a is set: to the reference; else outside: 0 */ \
  X(put)         /* outside: nothing */                                                   \
  X(put_in_row)  /* v x -> nothing */                                                     \
  X(put_or_step)                                                                          \
  X(store)            /* v -> nothing; the cell is known */                               \
  X(store_k)          /* cell = k */                                                      \
  X(store_cell_add_k) /* cell = other cell + k */                                         \
  X(input_character)                                                                      \
  X(input_number)                                                                         \
  X(output_character)                                                                     \
  X(output_byte_or_step)                                                                  \
  X(output_number)                                                                        \
  /* These end a block. `exits[0]` is for zero, `exits[1]` for all other values. */       \
  X(branch)      /* a -> */                                                               \
  X(branch_keep) /* a -> a */                                                             \
  X(branch_cell)                                                                          \
  X(branch_greater)   /* a b ->, on a > b */                                              \
  X(branch_greater_k) /* a ->, on a > k */                                                \
  X(branch_keep_greater_k)                                                                \
  X(branch_cell_greater_k)                                                                \
  X(branch_not_equal) /* a b ->, on a - b */                                              \
  X(branch_not_equal_k)                                                                   \
  X(branch_keep_not_equal_k)                                                              \
  X(branch_cell_not_equal_k)                                                              \
  X(branch_random) /* any of four exits */                                                \
  X(jump)          /* to exits[0] */                                                      \
  X(step)          /* one cell: to the reference */

enum class MicroOpcode : std::uint8_t {
#define FUNGESCOPE_MICRO_CODE(name) name,
  FUNGESCOPE_MICRO_OPS(FUNGESCOPE_MICRO_CODE)
#undef FUNGESCOPE_MICRO_CODE
};

inline constexpr std::size_t micro_opcode_count = static_cast<std::size_t>(MicroOpcode::step) + 1;

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
