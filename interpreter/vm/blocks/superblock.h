// What the fast interpreter executes: blocks of micro-operations.
//
// A block is the straight path of the instruction pointer from one cell and
// heading to the next decision, turns followed and blanks gone. Its
// micro-operations do the same to stack and field as the cells they came from.
// The idea is explained at the top of fast_interpreter.cpp.
#pragma once

#include "lang/geometry.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fungescope {

// X(name): every micro-operation. `k` is a constant, `cell` the value of a cell
// known when the block was made; everything else is on the stack. In comments
// `a b` is the stack, top last.
#define FUNGESCOPE_MICRO_OPS(X)                                                    \
  X(push_k)             /* -> k */                                                 \
  X(push_cell)          /* -> cell */                                              \
  X(push_cell_add_k)    /* -> cell + k */                                          \
  X(push_digit_or_step) /* -> the digit in a cell; none there: to the reference */ \
  X(tuck_k)             /* a -> k a */                                             \
  X(duplicate)                                                                     \
  X(swap)                                                                          \
  X(discard)                                                                       \
  X(logical_not)                                                                   \
  X(add)                                                                           \
  X(subtract)                                                                      \
  X(multiply)                                                                      \
  X(divide)                                                                        \
  X(remainder)                                                                     \
  X(greater)                                                                       \
  X(add_k)                                                                         \
  X(multiply_k)                                                                    \
  X(divide_k)                                                                      \
  X(remainder_k)                                                                   \
  X(greater_k)                                                                     \
  X(add_cell)                                                                      \
  X(subtract_cell)                                                                 \
  X(multiply_cell)                                                                 \
  X(divide_cell)                                                                   \
  X(remainder_cell)                                                                \
  X(greater_cell)                                                                  \
  X(divide_or_step) /* by zero: to the reference interpreter */                    \
  X(remainder_or_step)                                                             \
  X(get)         /* outside: 0 */                                                  \
  X(get_in_row)  /* x -> value; the row is known */                                \
  X(get_or_step) /* outside: to the reference interpreter */                       \
  X(get_trapped) /* trapped: to it; outside: to it if a is set, else 0 */          \
  X(put)         /* outside: nothing */                                            \
  X(put_in_row)  /* v x -> nothing */                                              \
  X(put_or_step)                                                                   \
  X(store)            /* v -> nothing; the cell is known */                        \
  X(store_k)          /* cell = k */                                               \
  X(store_cell_add_k) /* cell = other cell + k */                                  \
  X(input_character)                                                               \
  X(input_number)                                                                  \
  X(output_character)                                                              \
  X(output_byte_or_step)                                                           \
  X(output_number)                                                                 \
  /* The rest ends a block. `exits[0]` is for zero, `exits[1]` for all else. */    \
  X(branch)      /* a -> */                                                        \
  X(branch_keep) /* a -> a */                                                      \
  X(branch_cell)                                                                   \
  X(branch_greater)   /* a b ->, on a > b */                                       \
  X(branch_greater_k) /* a ->, on a > k */                                         \
  X(branch_keep_greater_k)                                                         \
  X(branch_cell_greater_k)                                                         \
  X(branch_not_equal) /* a b ->, on a - b */                                       \
  X(branch_not_equal_k)                                                            \
  X(branch_keep_not_equal_k)                                                       \
  X(branch_cell_not_equal_k)                                                       \
  X(branch_random) /* any of four exits */                                         \
  X(jump)          /* to exits[0] */                                               \
  X(step)          /* one cell by the reference interpreter */

enum class MicroOpcode : std::uint8_t {
#define FUNGESCOPE_MICRO_CODE(name) name,
  FUNGESCOPE_MICRO_OPS(FUNGESCOPE_MICRO_CODE)
#undef FUNGESCOPE_MICRO_CODE
};

inline constexpr std::size_t micro_opcode_count = static_cast<std::size_t>(MicroOpcode::step) + 1;

// The direction of the instruction pointer, and whether string mode is on.
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

// The playfield index of a cell. Fields of 2^32 cells and more run on the
// reference interpreter.
using CellIndex = std::uint32_t;

struct Superblock;

// What the first cells of a block do to the stack, in values relative to where
// it was when the block was entered.
struct StackEffect {
  std::int16_t depth = 0;  // how much deeper it is after them; may be negative
  std::int16_t need = 0;   // how many values they pop that were there before, or are none
  std::int16_t reach = 0;  // how much deeper it was at most
  std::int16_t peak = 0;   // how deep it was at most if it was empty before

  constexpr void add_cell(int pops, int pushes) {
    need = static_cast<std::int16_t>(std::max<int>(need, pops - depth));
    depth = static_cast<std::int16_t>(depth + pushes - pops);
    reach = std::max(reach, depth);
    peak = static_cast<std::int16_t>(std::max<int>(peak, depth + need));
  }
  // The deepest that a stack of `size` values becomes. Every pop from the empty
  // stack is a value that the cells after it find added.
  [[nodiscard]] constexpr std::ptrdiff_t deepest(std::ptrdiff_t size) const {
    return std::max<std::ptrdiff_t>(size + reach, peak);
  }
};

// 24 bytes. `at`, `heading` and `ticks` place the (last) cell that the
// operation came from, for leaving the block there.
struct MicroOp {
  MicroOpcode code = MicroOpcode::step;
  Heading heading;
  std::uint16_t ticks = 0;  // executed in the block before that cell
  CellIndex at = 0;
  std::int64_t a = 0;
  std::int64_t b = 0;
};

// A block is made for a cell and heading when they are first met, and keeps its
// address for good, so that others may point at it; it has code only while it
// is hot and its cells are unchanged.
//
// Where a tier above has an entry, `ticks` says `never` although there is code: the loop
// of the interpreter ends there, at no cost to it elsewhere.
//
// What entering it reads fills one cache line.
struct alignas(64) Superblock {
  // Larger than any rest of a run that could be executed.
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  // What the block needs in order to run without looking again.
  std::uint64_t ticks = never;    // that many ticks left; `never`: not by the interpreter's loop
  std::ptrdiff_t need = 0;        // that many values on the stack
  std::ptrdiff_t reach = 0;       // room to grow by that many
  const MicroOp* code = nullptr;  // ops.data()
  std::array<Superblock*, 4> exits{};

  std::uint16_t length = 0;  // in ticks; kept when the code is discarded
  std::uint8_t visits = 0;   // while it has no code
  bool translated = false;   // it has code
  bool compiled = false;     // native code was made from it
  Heading heading;
  CellIndex cell = 0;
  std::uint32_t entry = 0;        // of the native tier; 0: none here
  StackEffect use;                // of all its cells
  std::vector<MicroOp> ops;       // kept when discarded: it may be running
  std::vector<StackEffect> uses;  // for each operation: of the cells before its (last) one
  std::vector<CellIndex> cells;   // that the code was made from

  [[nodiscard]] bool has_code() const { return translated; }
  // The tier above is to be entered here, or (0) no longer.
  void set_entry(std::uint32_t native_entry) {
    entry = native_entry;
    ticks = translated && entry == 0 ? length : never;
  }
};

}  // namespace fungescope
