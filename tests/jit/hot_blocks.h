// The superblocks of a program, translated without running it.
#pragma once

#include "jit/lift/lift.h"
#include "jit/lift/region.h"
#include "support/program_from_text.h"
#include "vm/blocks/block_cache.h"
#include "vm/blocks/block_runner.h"
#include "vm/machine.h"

#include <string_view>

namespace fungescope::jit::test {

class HotBlocks {
 public:
  // Translates everything that is reachable from the first cell.
  explicit HotBlocks(std::string_view text, Size least = {1, 1}, const Dialect& dialect = {})
      : machine_(fungescope::test::program_from_text(text, least), {dialect}),
        cache_(machine_.field.size()) {
    make(at({0, 0}));
  }

  Superblock& at(Point cell, Direction direction = Direction::east, bool string_mode = false) {
    return cache_.find(cell, Heading(direction, string_mode));
  }
  [[nodiscard]] BlockCache& cache() { return cache_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }

  // The region of the first cell, with everything that is reachable.
  [[nodiscard]] JitRegion region(const RegionLimits& limits = {}) {
    Superblock* const entry = &at({0, 0});
    return form_region({&entry, 1}, limits, [](const Superblock&) { return true; });
  }
  [[nodiscard]] Lifted lifted(const ProfileFeedback& feedback = no_feedback()) {
    return lift(region(), cache_, feedback, false);
  }

  [[nodiscard]] static ProfileFeedback no_feedback() { return {{}, {}, {}, DividendRange::any}; }

 private:
  void make(Superblock& superblock) {
    if (superblock.has_code()) return;
    translate(superblock, machine_, cache_, memory_);
    for (std::size_t i = 0; i < exit_count(superblock); ++i) make(*superblock.exits[i]);
  }

  Machine machine_;
  BlockCache cache_;
  TranslatorMemory memory_;
};

}  // namespace fungescope::jit::test
