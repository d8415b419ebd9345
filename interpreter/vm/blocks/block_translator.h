// Translates cells to the micro-operations of a block.
#pragma once

#include "vm/blocks/block_cache.h"
#include "vm/machine.h"

#include <cstdint>
#include <vector>

namespace fungescope {

// Working memory of a translation, reused to save allocations.
struct TranslatorMemory {
  // A value that is not on the stack yet: a constant, or the content of a cell.
  struct Operand {
    bool is_cell = false;
    std::int64_t value = 0;
  };
  std::vector<MicroOp> ops;
  std::vector<StackEffect> uses;
  std::vector<CellIndex> cells;
  std::vector<Operand> pending;
};

// Translates `block` from the current cells in the machine's dialect, and registers it in `cache`.
// Cost: well below a microsecond for each cell on the path, of which there are at most
// `max_block_cells`.
void translate(Superblock& block, const Machine& machine, BlockCache& cache,
               TranslatorMemory& memory);

}  // namespace fungescope
