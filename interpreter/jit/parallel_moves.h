// Moves that happen all at once, one after another.
#pragma once

#include "jit/register_allocation.h"

#include <vector>

namespace fungescope::jit {

struct PlaceMove {
  Place to;
  Place from;
};

// In an order in which no move destroys what a later one reads. Circles go through `spare`, which
// is none of the places. No place is written twice. Cost: quadratic; there are few.
[[nodiscard]] std::vector<PlaceMove> in_order(std::vector<PlaceMove> moves, Place spare);

}  // namespace fungescope::jit
