// The blocks of a program, translated without running it.
#pragma once

#include "jit/lift/lift.h"
#include "jit/tier/region.h"
#include "support/program_from_text.h"
#include "vm/blocks/block_cache.h"
#include "vm/blocks/block_translator.h"
#include "vm/machine.h"

#include <string_view>

namespace fungescope::jit::test {

class HotBlocks {
 public:
  // Everything that can be reached from the first cell has code.
  explicit HotBlocks(std::string_view text, Size least = {1, 1}, const Dialect& dialect = {})
      : machine_(fungescope::test::program_from_text(text, least), {dialect}),
        cache_(machine_.field.size()) {
    make(at({0, 0}));
  }

  Block& at(Point cell, Direction direction = Direction::east, bool string_mode = false) {
    return cache_.find(cell, Heading(direction, string_mode));
  }
  [[nodiscard]] BlockCache& cache() { return cache_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }

  // Of the block at the first cell, with all that is reached.
  [[nodiscard]] Region region(const RegionLimits& limits = {}) {
    Block* const entry = &at({0, 0});
    return find_region({&entry, 1}, limits, [](const Block&) { return true; });
  }
  [[nodiscard]] Lifted lifted(const Experience& experience = nothing_learned()) {
    return lift(region(), cache_, experience, {});
  }

  [[nodiscard]] static Experience nothing_learned() {
    return {[](CellIndex) { return false; }, [](CellIndex) { return false; },
            [](CellIndex) { return Dividend::any; }};
  }

 private:
  void make(Block& block) {
    if (block.has_code()) return;
    translate(block, machine_, cache_, memory_);
    for (std::size_t i = 0; i < exit_count(block); ++i) make(*block.exits[i]);
  }

  Machine machine_;
  BlockCache cache_;
  TranslatorMemory memory_;
};

}  // namespace fungescope::jit::test
