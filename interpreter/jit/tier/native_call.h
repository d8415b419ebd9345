// A call of native code: hands the machine's state over to a compiled region, and restores the
// machine from the exit by which it left.
#pragma once

#include "jit/tier/compiled_regions.h"
#include "jit/tier/native_context.h"
#include "vm/blocks/block_runner.h"

#include <cstddef>
#include <cstdint>

namespace fungescope::jit {

class NativeCall {
 public:
  // Must be called before the calls of a run: takes the memory that native code works on.
  void begin(const BlockRun& run);
  // The source of the machine's field, whose identity says whether compiled code is for it.
  [[nodiscard]] const unsigned char* source() const { return source_; }

  struct Stay {
    ExitId exit = 0;
    Tick ticks = 0;  // executed
    BlockExit result = BlockExit::not_ready;
  };
  // Executes a region from an entry, for at most `max_ticks`, with a stack inside the bounds of the
  // run.
  Stay execute(const BlockRun& run, const CompiledRegion& region,
               const CompiledRegions::Entry& entry, Tick max_ticks);

 private:
  [[nodiscard]] std::size_t new_high_water(const std::int64_t* bottom, const NativeExit& exit,
                                           std::size_t size) const;

  NativeContext context_;
  const unsigned char* source_ = nullptr;
  std::int64_t* deltas_ = nullptr;
  const std::uint8_t* marks_ = nullptr;
};

}  // namespace fungescope::jit
