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

#include "jit/tier/profile_run.h"
#include "jit/lift/region.h"
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
  std::vector<Superblock*> superblocks;  // in the order in which they were reached
  std::vector<Superblock*>
      entries;  // where the interpreter hands over: the start, behind volatile cells
};

// `data`: parts of the field that are not taken for code unless the rehearsal executed them.
// Finds at most `max_superblocks`.
[[nodiscard]] StaticCode find_static_code(const Machine& machine, const ExecutionProfile& profile,
                                          std::span<const Rectangle> data,
                                          std::size_t max_superblocks);

// The code in parts that are compiled together, and where each is entered: at the start, behind
// volatile cells, from another part; and wherever a region needs no more for it.
class Partition {
 public:
  // Parts of at most `superblocks` blocks.
  Partition(const StaticCode& code, const RegionLimits& limits, std::size_t superblocks);

  // One region for each part that is entered at all.
  [[nodiscard]] std::vector<JitRegion> regions();
  // Lets the interpreter enter at a block. Returns whether that is new: from now on, the regions
  // are others.
  bool enter(Superblock& superblock);

 private:
  [[nodiscard]] bool fits(const Superblock& superblock) const;
  [[nodiscard]] std::size_t owner_of(const Superblock& superblock) const;
  [[nodiscard]] JitRegion region_of(std::size_t block);

  RegionLimits limits_;
  std::unordered_map<const Superblock*, std::size_t> owner_;
  std::vector<std::vector<Superblock*>> entries_;  // of each part
  std::unordered_set<const Superblock*> entered_;
};

}  // namespace fungescope::jit
