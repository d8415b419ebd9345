// The JIT as a tier above the fast interpreter: decides which code is compiled, runs it, and
// discards it when the program changes it.
//
//     FastInterpreter interpreter(make_jit_tier({}));
//
// Hotness: the interpreter samples its current superblock every `sample_interval` of its work. A
// region is compiled once the interpreter has worked for about as long as compiling takes, so short
// programs never pay for compilation. All that the tier spends is charged to a ledger (ledger.h),
// which bounds the loss where native code does not pay; a region that costs more to enter than it
// saves is given up.
//
// Region: all hot superblocks that can be reached from there (region.h). A region that keeps
// leaving by the same exits, to code that became hot later, is recompiled with that code.
//
// Speculation: native code assumes that the coordinates of `g` and `p` are inside the field, that
// computed stores miss the cells whose values it keeps in registers, and that dividends are small.
// Where a guard fails it leaves the region before the instruction (deoptimisation); a region whose
// guard keeps failing is recompiled without the speculation.
//
// Invalidation: a region is discarded with any of its superblocks, that is, when a cell of code is
// written, or when a cell that it depends on becomes code or gets a trap. Native code leaves before
// such a write, and the reference interpreter does it, so no code changes while it runs.
#pragma once

#include "vm/blocks/block_runner.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fungescope::jit {

class Backend;

struct JitOptions {
  // The interpreter's work (ledger.h) between two samples, at least 1.
  std::int64_t sample_interval = 6'000;
  // The interpreter's work before a region is compiled, in percent of the cost of its code. With
  // less, regions are compiled before all of their code is hot.
  unsigned hotness_threshold = 60;
  // The work that may be lost in any case, on regions that do not pay for themselves.
  std::int64_t allowance = 4'000'000;
  std::size_t max_code_bytes = std::size_t{32} << 20U;  // beyond, all regions are discarded
  // For tests: compiles everything that is hot at once, whether it pays or not.
  bool unconditional = false;
};

struct JitStatistics {
  Tick native_ticks = 0;
  std::uint64_t entries = 0;         // from the interpreter to native code
  std::uint64_t searches = 0;        // for a region
  std::uint64_t refused = 0;         // searches whose region would have cost too much
  std::uint64_t regions = 0;         // compiled
  std::uint64_t invalidations = 0;   // regions discarded because the program changed
  std::uint64_t recompilations = 0;  // without a failed speculation, or with more code
  std::uint64_t given_up = 0;        // regions discarded because entering them did not pay
  std::size_t code_size = 0;         // bytes of the current regions
  double search_seconds = 0;
  double compile_seconds = 0;  // with the profile run before

  // Adds the statistics of another tier.
  JitStatistics& operator+=(const JitStatistics& other) {
    native_ticks += other.native_ticks;
    entries += other.entries;
    searches += other.searches;
    refused += other.refused;
    regions += other.regions;
    invalidations += other.invalidations;
    recompilations += other.recompilations;
    given_up += other.given_up;
    code_size += other.code_size;
    search_seconds += other.search_seconds;
    compile_seconds += other.compile_seconds;
    return *this;
  }
};

// The stages of compiling a region, as text for `inspect --jit`.
struct RegionListing {
  std::vector<Point> entries;
  std::size_t superblocks = 0;
  std::size_t code_bytes = 0;
  std::string nodes;      // with the micro-operations of their superblocks
  std::string lifted;     // the graph after lifting
  std::string optimised;  // the graph after the passes
  std::string code;       // with the operations and cells that it was made from
};

// By the regions' ids, which are reused.
using RegionListings = std::map<std::uint32_t, RegionListing>;

class JitTier : public NativeTier {
 public:
  [[nodiscard]] virtual const JitStatistics& statistics() const = 0;
  // Returns the ticks after which native code returns, for the sake of the back end.
  [[nodiscard]] virtual Tick max_stay() const = 0;
  // Keeps the listings of the present regions there. May be null; not owned.
  virtual void set_listings(RegionListings* listings) = 0;
};

// Returns null if there is no back end for the processor.
[[nodiscard]] std::unique_ptr<JitTier> make_jit_tier(const JitOptions& options);
// Uses another back end, for tests. `backend` is not null.
[[nodiscard]] std::unique_ptr<JitTier> make_jit_tier(const JitOptions& options,
                                                     std::unique_ptr<Backend> backend);

}  // namespace fungescope::jit
