// Loops inside loops: a strongly connected component of a region is one, led by its first node;
// what is connected without that node are the loops inside it.
#pragma once

#include "jit/tier/region.h"

namespace fungescope::jit {

// Sets `loop_depth` and `body` of the nodes. Cost: linear in the ways, for each level of loops.
void find_loop_nest(JitRegion& region);

}  // namespace fungescope::jit
