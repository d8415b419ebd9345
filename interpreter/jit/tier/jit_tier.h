// The JIT as a tier: decides what is compiled, runs it, and throws it away when
// the program changes under it.
//
//     FastInterpreter interpreter(make_jit_tier({}));
//
// When: the interpreter is sampled, and a region is compiled from where it is found, once
// it has spent about as long there as compiling takes. So a short program pays nothing,
// and one that keeps destroying its regions at most doubles its time.
//
// What: everything hot that can be reached from there; see region.h. A region that is
// left again and again by the same way, to code that became hot later, is compiled
// anew with that code.
//
// Speculation: native code takes the places of `g` and `p` to be inside the field,
// and computed stores to miss the cells whose values it keeps in registers. Where
// that is wrong it leaves the region before the instruction; where it is wrong often, the
// region is compiled anew without the assumption.
//
// Invalidation: a region goes when one of its blocks does, which is when a cell of
// code is written, or when a cell whose stores it takes to be plain becomes code or
// gets a trap. Native code leaves before such a write, and the reference
// interpreter does it, so no code is changed while it runs.
#pragma once

#include "vm/blocks/native_tier.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fungescope::jit {

class Backend;

struct JitOptions {
  Tick sample_interval = 20'000;  // ticks between two samples of the interpreter, at least 1
  // The interpreter's ticks that one micro-operation's compiling is worth. It takes about as long;
  // sooner, less of the program has been seen, and regions are smaller.
  Tick hotness_threshold = 2'000;
  std::size_t max_code_bytes = std::size_t{32} << 20U;  // bytes; more: all regions go
  std::size_t max_region_nodes = 400;
};

struct JitStatistics {
  Tick native_ticks = 0;
  std::uint64_t entries = 0;         // from the interpreter into native code
  std::uint64_t regions = 0;         // compiled
  std::uint64_t invalidations = 0;   // regions thrown away because the program changed
  std::uint64_t recompilations = 0;  // to learn from how they were left
  std::size_t code_size = 0;         // bytes of the regions that exist
  double compile_seconds = 0;

  // Of several tiers.
  JitStatistics& operator+=(const JitStatistics& other) {
    native_ticks += other.native_ticks;
    entries += other.entries;
    regions += other.regions;
    invalidations += other.invalidations;
    recompilations += other.recompilations;
    code_size += other.code_size;
    compile_seconds += other.compile_seconds;
    return *this;
  }
};

// For people: what a region was made of, and what it became. As text, in lines.
struct RegionListing {
  std::vector<Point> entries;
  std::size_t superblocks = 0;
  std::size_t code_bytes = 0;
  std::string nodes;      // with the micro-operations of their blocks
  std::string lifted;     // the graph as it was made
  std::string optimised;  // and after the passes
  std::string code;       // beside what it is for, and the cells that this came from
};

// Hears of every region, for `inspect --jit`. `id` is used again when a region is gone.
class RegionListener {
 public:
  virtual ~RegionListener() = default;
  virtual void compiled(std::uint32_t id, RegionListing listing) = 0;
  virtual void dropped(std::uint32_t id) = 0;
};

class JitTier : public NativeTier {
 public:
  [[nodiscard]] virtual const JitStatistics& statistics() const = 0;
  // Null: nobody. Not owned.
  virtual void set_listener(RegionListener* listener) = 0;
};

// Null on a processor without a back end.
[[nodiscard]] std::unique_ptr<JitTier> make_jit_tier(const JitOptions& options);
// On another back end, for tests. `backend` is not null.
[[nodiscard]] std::unique_ptr<JitTier> make_jit_tier(const JitOptions& options,
                                                     std::unique_ptr<Backend> backend);

}  // namespace fungescope::jit
