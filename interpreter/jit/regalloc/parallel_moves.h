// Moves that happen all at once, one after another.
#pragma once

#include "jit/regalloc/register_allocation.h"

#include <vector>

namespace fungescope::jit {

struct LocationMove {
  Location to;
  Location from;
};

// In an order in which no move destroys what a later one reads. Circles go through `spare`, which
// is none of the places. No place is written twice. Cost: quadratic; there are few.
[[nodiscard]] std::vector<LocationMove> sequence_moves(std::vector<LocationMove> moves,
                                                       Location spare);

}  // namespace fungescope::jit
