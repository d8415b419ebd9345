// The inner loop: runs blocks, one after the other.
#pragma once

#include "vm/block_cache.h"
#include "vm/run.h"

namespace fungescope {

struct BlockRun {
  Machine& machine;
  const Ports& ports;
  Tick until;
  Observer* observer;  // told of writes, unless null
  BlockCache& cache;
};

// Why the loop ended. The machine is complete again in each case.
enum class BlockExit : std::uint8_t {
  not_ready,      // at the start of a block that may not be entered as things are
  step,           // at a cell that the reference interpreter is to execute
  output_closed,  // at a cell whose output was refused
};

// May `block`, where the machine is, be entered?
[[nodiscard]] bool is_ready(const Block& block, const Machine& machine, Tick until);

// Runs from `block`, where the machine is, until a block is not ready.
// Cost: some 1 ns a micro-operation.
BlockExit run_blocks(const BlockRun& run, Block& block);

}  // namespace fungescope
