// From cells to the code of a block.
#pragma once

#include "vm/block_cache.h"
#include "vm/machine.h"

namespace fungescope {

// Gives `block` its code, from the cells as they are now, and covers them in
// `cache`. The code obeys the machine's dialect. Cost: well below a microsecond
// for each cell on the path, at most `longest_block` of them.
void translate(Block& block, const Machine& machine, BlockCache& cache);

inline constexpr std::size_t longest_block = 192;  // cells

}  // namespace fungescope
