// Which register each value has while native code runs, or which place in memory.
//
// In static single assignment that falls into two questions. First, where more values are live
// than there are registers, some must live in memory: those whose uses count least, a use inside a
// loop counting as many. Then every value gets a register in the order in which the parts are
// executed; where it is made, one is free, for no more are live than there are.
//
// Example: in `b1: v1 = phi; v2 = add v1 -1; if v2 != 0 -> b1(v2)` v1 is needed no more where v2 is
// made, so v2 gets its register, and the way round the loop moves nothing.
//
// A value has one place for all its life. That is simple, and right for what loops make: they are
// full of short lives, and what lives through them without being used goes to memory first.
#pragma once

#include "jit/ir/ir.h"

#include <cstdint>
#include <vector>

namespace fungescope::jit {

struct Location {
  enum class Kind : std::uint8_t {
    nowhere,  // nobody needs the value, or it is a constant or a load on an edge
    in_register,
    in_frame,
  };
  Kind kind = Kind::nowhere;
  std::uint16_t number = 0;  // of the register, or of the frame's eight bytes

  friend bool operator==(const Location&, const Location&) = default;
};

using RegisterSet = std::uint32_t;  // bit n: register n

// What native code needs all over besides values.
struct PinnedValue {
  std::uint8_t home = 0;           // its register, if it has one
  bool requires_register = false;  // else it may be in the frame
  float weight = 0;                // see weight_of
};

struct RegisterFile {
  RegisterSet all = 0;  // that values and fixtures may have
  std::vector<PinnedValue> pinned_values;
};

struct Allocation {
  std::vector<Location> values;         // by ValueId
  std::vector<Location> pinned_values;  // as given
  // By ValueId: the registers that are needed after an operation, but for its own value's.
  std::vector<RegisterSet> live_after;
  RegisterSet used = 0;          // by values and fixtures
  std::uint16_t frame_size = 0;  // places of eight bytes
};

// How much an operation in the part counts.
[[nodiscard]] float weight_of(const BasicBlock& block);

// Cost: linear in the graph and in the lengths of the lists of live values.
[[nodiscard]] Allocation allocate_registers(const Graph& graph, const RegisterFile& registers);

struct LocationMove {
  Location to;
  Location from;
};

// In an order in which no move destroys what a later one reads. Circles go through `spare`, which
// is none of the places. No place is written twice. Cost: quadratic; there are few.
[[nodiscard]] std::vector<LocationMove> sequence_moves(std::vector<LocationMove> moves,
                                                       Location spare);

}  // namespace fungescope::jit
