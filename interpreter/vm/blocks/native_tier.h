// What the fast interpreter knows of a tier above it, which makes native code
// of its blocks: an interface, so that this layer builds without that one.
//
// The interpreter runs whatever has no native code, and says where it spends its
// time: after every `sample_interval` ticks of its own, summed up over its stretches, it names the
// block that it is about to enter. Where the tier has made an entry (Block::set_entry), the
// interpreter hands the machine over.
#pragma once

#include "vm/blocks/block_cache.h"
#include "vm/blocks/block_runner.h"

#include <cstdint>

namespace fungescope {

class NativeTier : public InvalidationListener {
 public:
  // Before every run: the cache, whose user this tier has become, is armed and belongs to the
  // machine of `run`. Returns whether the tier will take part at all.
  virtual bool begin(const BlockRun& run) = 0;
  // `block.entry` is set and the machine stands there. Runs as far as native code
  // goes; the machine is complete again. If it could not make a single tick, `ticks` has not
  // moved, and the interpreter has to.
  virtual BlockExit run(const BlockRun& run, Superblock& block) = 0;
  // Ticks of the interpreter between two calls of `on_sample`; at least 1.
  [[nodiscard]] virtual Tick sample_interval() const = 0;
  // The interpreter was found at this block, which has code and no entry.
  virtual void on_sample(const BlockRun& run, Superblock& block) = 0;
};

}  // namespace fungescope
