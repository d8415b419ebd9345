// The inner loop: runs blocks, one after the other.
#pragma once

#include "vm/blocks/block_cache.h"
#include "vm/run.h"

#include <cstddef>

namespace fungescope {

// Between these the stack may move without a trap or a fault. They hold for
// blocks as a whole: one that might pass them is executed cell by cell.
struct StackBounds {
  StackBounds(const Machine& machine, const Traps* traps);
  std::ptrdiff_t floor = 0;    // values that are not popped
  std::ptrdiff_t ceiling = 0;  // values at most
};

struct BlockRun {
  Machine& machine;
  const Ports& ports;
  Tick until;
  Probe& probe;  // its observer is told of writes only
  const StackBounds& bounds;
  BlockCache& cache;
};

// Why the loop ended. The machine is complete again in each case.
enum class BlockExit : std::uint8_t {
  not_ready,      // at the start of a block that has no code or may not be entered
  step,           // at a cell that the reference interpreter is to execute
  input_wait,     // at a cell whose input is not there yet
  output_closed,  // at a cell whose output was refused
  trapped,        // behind a `p` to a trapped cell: the probe's event says more
};

// May `block`, where the machine is, be entered with `left` ticks to go? Also if it takes the stack
// deeper than it ever was, or pops from the empty stack and the dialect does not mind.
[[nodiscard]] bool may_enter(const Superblock& block, const Machine& machine,
                             const StackBounds& bounds, Tick left);

// Runs `block`, which is where the machine is and may be entered, and those that
// follow, until one may not be entered. The cache is armed with the probe's traps.
// Cost: some 1 ns a micro-operation.
BlockExit run_blocks(const BlockRun& run, Superblock& block);

}  // namespace fungescope
