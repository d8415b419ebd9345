// From cells to the code of a block.
#pragma once

#include "vm/blocks/block_cache.h"
#include "vm/machine.h"

#include <cstdint>
#include <vector>

namespace fungescope {

// What a translation needs for a while; kept, it saves allocations.
struct TranslatorMemory {
  // A value that is known without the stack: a constant, or a cell's index.
  struct Operand {
    bool is_cell = false;
    std::int64_t value = 0;
  };
  std::vector<MicroOp> ops;
  std::vector<StackEffect> uses;
  std::vector<CellIndex> cells;
  std::vector<Operand> pending;
};

// Gives `block` its code, from the cells as they are now, and covers them in
// `cache`. The code obeys the machine's dialect. Cost: well below a microsecond
// for each cell on the path, at most `max_block_cells` of them.
void translate(Superblock& block, const Machine& machine, BlockCache& cache,
               TranslatorMemory& memory);

inline constexpr std::size_t max_block_cells = 192;  // cells

}  // namespace fungescope
