// Assigns a register or a frame slot to each value.
//
// In static single assignment form, spilling and assignment are separate problems (S. Hack,
// "Register Allocation for Programs in SSA Form", 2007). First, where more values are live than
// there are registers, those with the lowest use density go to memory, each use weighted by its
// loop depth (spilling.cpp). Then each value gets a register at its definition, in reverse
// post-order; one is free, for no more values are live than there are registers.
//
// Example: in `b1: v1 = phi; v2 = add v1 -1; if v2 != 0 -> b1(v2)`, v1 dies where v2 is defined, so
// v2 gets its register, and the back edge moves nothing.
//
// A value keeps one location for its whole life, without live range splitting. That is simple, and
// suits loops: they consist of short live ranges, and values that only live through them are
// spilled first.
#pragma once

#include "jit/regalloc/liveness.h"

#include <cstdint>
#include <vector>

namespace fungescope::jit {

struct Location {
  enum class Kind : std::uint8_t {
    nowhere,  // the value is unused, a constant or an edge load
    in_register,
    in_frame,
  };
  Kind kind = Kind::nowhere;
  std::uint16_t number = 0;  // of the register or the 8-byte frame slot

  friend bool operator==(const Location&, const Location&) = default;
};

using RegisterSet = std::uint32_t;  // bit n: register n
[[nodiscard]] constexpr RegisterSet register_bit(unsigned number) {
  return RegisterSet{1} << number;
}

// A value outside the graph that native code needs everywhere, such as the address of the cells.
struct PinnedValue {
  std::uint8_t home = 0;           // its register, unless it is spilled
  bool requires_register = false;  // otherwise it may be spilled
  float weight = 0;                // see weight_of
};

struct RegisterFile {
  RegisterSet all = 0;  // available to values and pinned values
  std::vector<PinnedValue> pinned_values;
};

struct Allocation {
  std::vector<Location> values;         // by ValueId
  std::vector<Location> pinned_values;  // by index
  // By ValueId: the registers that are live after an operation, except its own result.
  std::vector<RegisterSet> live_after;
  RegisterSet used = 0;          // by any value
  std::uint16_t frame_size = 0;  // 8-byte slots
};

// The estimated frequency of a block: 8 to the power of its loop depth.
[[nodiscard]] float weight_of(const BasicBlock& block);

// Cost: linear in the graph and in the lengths of the lists of live values.
[[nodiscard]] Allocation allocate_registers(const Graph& graph, const RegisterFile& registers);

struct LocationMove {
  Location to;
  Location from;
};

// Returns parallel moves as a sequence in which no move overwrites the source of a later one (C.
// May, "The Parallel Assignment Problem Redefined", 1989). Cycles go through `scratch`, which no
// move uses. Destinations are distinct. Cost: quadratic; there are few moves.
[[nodiscard]] std::vector<LocationMove> sequence_moves(std::vector<LocationMove> moves,
                                                       Location scratch);

// ---- Spilling, the first step

// The values that live in memory because registers do not suffice.
struct Spills {
  std::vector<bool> values;  // by ValueId
  std::vector<bool> pinned_values;
};

// Afterwards no more values are live anywhere than `registers.all` holds. Blocks in the innermost
// loops choose first, so values that only live through them are spilled.
[[nodiscard]] Spills choose_spills(const Graph& graph, const LiveValues& live,
                                   const RegisterFile& registers);

}  // namespace fungescope::jit
