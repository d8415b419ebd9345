// Finds all code that a program may have without running it.
//
// From the start, all successors of every branch are followed. This finds more than will run: text
// and data that no instruction pointer reaches in practice. That costs nothing but size, unless
// such cells are written; so cells that are known to change are made *volatile* (block_cache.h): no
// superblock includes them, the interpreter of the compiled program executes them, and compiled
// code continues after them.
//
// Example: in `1+00p@`, cell (0, 0) is written, so the code is the superblock of `+00p@` from (1,
// 0) on.
//
// Cost: linear in the superblocks, for each round that finds another volatile cell.
// Test: tests/jit/static_code_test.cpp.
#pragma once

#include "jit/lift/region.h"
#include "jit/tier/profile_run.h"
#include "vm/blocks/block_cache.h"
#include "vm/machine.h"

#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fungescope::jit {

struct StaticCode {
  std::unique_ptr<BlockCache> cache;
  std::vector<Superblock*> superblocks;  // in the order in which they were reached
  std::vector<Superblock*> entries;  // from the interpreter: the start, and after volatile cells
};

// `data`: parts of the field that are not code unless the profile run executed them. Finds at most
// `max_superblocks`.
[[nodiscard]] StaticCode find_static_code(const Machine& machine, const ExecutionProfile& profile,
                                          std::span<const Rectangle> data,
                                          std::size_t max_superblocks);

// Keeps at most `count` superblocks, those first that the profile run executed. Returns whether
// that is all.
bool keep_executed_first(StaticCode& code, const ExecutionProfile& profile, std::size_t count);

// Divides the code into parts that are compiled to one function each. A part is entered at the
// start of the program, after volatile cells, from other parts, and wherever that costs nothing.
class Partition {
 public:
  // Makes parts of at most `size` superblocks.
  Partition(const StaticCode& code, const RegionLimits& limits, std::size_t size);

  // Returns a region for each part that has an entry.
  [[nodiscard]] std::vector<JitRegion> regions();
  // Adds an entry at a superblock. Returns whether it is new; `regions` must then be called again.
  bool enter(Superblock& superblock);

 private:
  [[nodiscard]] bool fits(const Superblock& superblock) const;
  [[nodiscard]] std::size_t owner_of(const Superblock& superblock) const;
  [[nodiscard]] JitRegion region_of(std::size_t part);

  RegionLimits limits_;
  std::unordered_map<const Superblock*, std::size_t> owner_;
  std::vector<std::vector<Superblock*>> entries_;  // of each part
  std::unordered_set<const Superblock*> entered_;
};

}  // namespace fungescope::jit
