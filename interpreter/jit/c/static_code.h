// All code that a program may have, found without hot counters.
//
// The idea: from the start, both ways of every branch lead to more blocks. What is found
// that way is more than what will run: text and data that nobody ever walks over is code,
// too. That costs nothing but size, unless such cells are written; so cells that
// are known to change are taken for *volatile* (block_cache.h): no block includes them,
// the embedded interpreter executes them, and compiled code goes on behind.
//
// Example: in `1+00p@`, cell (0,0) is written, so the code is the block of `+00p@` from (1,0) on.
//
// Cost: linear in the blocks, for each round in which another cell is found to be volatile.
// Test: tests/jit/static_code_test.cpp.
#pragma once

#include "jit/tier/rehearsal.h"
#include "jit/tier/region.h"
#include "vm/blocks/block_cache.h"
#include "vm/machine.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fungescope::jit {

struct StaticCode {
  std::unique_ptr<BlockCache> cache;
  std::vector<Block*> blocks;  // in the order in which they were reached
  std::vector<Block*>
      entries;  // where the interpreter hands over: the start, behind volatile cells
};

// `data`: parts of the field that are not taken for code unless the rehearsal executed them.
// Finds at most `most_blocks`.
[[nodiscard]] StaticCode find_static_code(const Machine& machine, const Rehearsal& rehearsal,
                                          std::span<const Rectangle> data, std::size_t most_blocks);

// The code in parts that are compiled together, and where each is entered: at the start, behind
// volatile cells, from another part; and wherever a region needs no more for it.
class Partition {
 public:
  // Parts of at most `blocks` blocks.
  Partition(const StaticCode& code, const RegionLimits& limits, std::size_t blocks);

  // One region for each part that is entered at all.
  [[nodiscard]] std::vector<Region> regions();
  // Lets the interpreter enter at a block. Returns whether that is new: from now on, the regions
  // are others.
  bool enter(Block& block);

 private:
  [[nodiscard]] bool fits(const Block& block) const;
  [[nodiscard]] std::size_t owner_of(const Block& block) const;
  [[nodiscard]] Region region_of(std::size_t part);

  RegionLimits limits_;
  std::unordered_map<const Block*, std::size_t> owner_;
  std::vector<std::vector<Block*>> entries_;  // of each part
  std::unordered_set<const Block*> entered_;
};

}  // namespace fungescope::jit
