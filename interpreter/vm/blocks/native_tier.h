// Defines the interface to a tier that compiles the fast interpreter's blocks to native code.
//
// The interpreter runs all blocks without native code and is sampled: every `sample_interval` of
// its own ticks it reports the block that it is about to enter. At a block for which the tier has
// set an entry (Superblock::set_entry), the interpreter calls the tier's `run`.
#pragma once

#include "vm/blocks/block_cache.h"
#include "vm/blocks/block_runner.h"

#include <cstdint>

namespace fungescope {

class NativeTier : public InvalidationListener {
 public:
  // Called before every run. The cache belongs to the machine of `run`, has this tier as its
  // listener and is armed. Returns whether the tier can run in this configuration.
  virtual bool begin(const BlockRun& run) = 0;
  // Runs native code from `block`, at the machine's position, whose `entry` is set. The machine's
  // state is complete afterwards. If its tick did not change, the interpreter must make progress.
  virtual BlockExit run(const BlockRun& run, Superblock& block) = 0;
  // Returns whether each entry is translated at its second visit, not only when it pays: for tests.
  [[nodiscard]] virtual bool translates_at_once() const { return false; }
  // Returns the interpreter's ticks between two calls of `on_sample`; at least 1.
  [[nodiscard]] virtual Tick sample_interval() const = 0;
  // Called with the sampled block, which has code and no entry.
  virtual void on_sample(const BlockRun& run, Superblock& block) = 0;
};

}  // namespace fungescope
