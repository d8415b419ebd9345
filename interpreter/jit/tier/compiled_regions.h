// The compiled regions of a tier: their native code, the superblocks through which it is entered,
// and the indices by superblock and by cell that find the regions that a change of the program
// ends.
#pragma once

#include "jit/lift/lift.h"
#include "jit/lift/region.h"
#include "jit/tier/ledger.h"
#include "jit/tier/machine_code.h"
#include "vm/blocks/block_runner.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace fungescope::jit {

using RegionId = std::uint32_t;
inline constexpr RegionId no_region = ~RegionId{0};

struct NativeExit {
  ExitKind kind = ExitKind::before_block;
  Superblock* superblock = nullptr;
  std::uint16_t op = 0;
  std::uint32_t count = 0;          // times taken
  bool speculation_failed = false;  // recompile without it
};

struct CompiledRegion {
  std::unique_ptr<MachineCode> code;  // null: the id is free. May be pending
  std::vector<Superblock*> entries;   // entry number i + 1
  std::vector<std::int16_t>
      depths;  // of the stack at each entry: the distance of slot 0 below the top
  std::vector<Superblock*> superblocks;  // each once
  std::vector<Superblock*> headers;      // of its loops
  std::vector<CellIndex> dependencies;
  std::vector<NativeExit> exits;
  bool marks_writes = false;
  std::uint32_t recompiles = 0;  // times recompiled
  Work compile_cost = 0;
  RegionAccount account;
  std::uint64_t side_exits = 0;  // to other superblocks
  bool is_active = false;        // has entries
  // While the code of a recompiled region is pending, the old region remains active.
  RegionId replaces = no_region;
  RegionId replaced_by = no_region;
};

class CompiledRegions {
 public:
  // Where native code is entered.
  struct Entry {
    RegionId region = no_region;
    std::uint32_t number = 0;
    Superblock* superblock = nullptr;
    std::int16_t depth = 0;
  };

  // Whose superblocks are compiled, and whose cells get the dependencies. Not owned.
  void set_cache(BlockCache& cache) { cache_ = &cache; }
  // Code that fills the write map differs from code that does not. Both are kept, and only the
  // regions of the present kind can be entered.
  void set_marks_writes(bool marks_writes);
  [[nodiscard]] bool marks_writes() const { return marks_writes_; }

  // Adds a region of the present kind, without entries, in place of `replaced` if that is one.
  // From now on, changes of the program affect it. Ids of discarded regions are used again.
  RegionId install(const JitRegion& region, Lifted lifted, std::unique_ptr<MachineCode> code,
                   std::uint32_t recompiles, RegionId replaced);
  // Makes the entries of a region whose code is ready. What it replaces must be dropped before.
  void activate(RegionId id);
  void drop(RegionId id);

  [[nodiscard]] CompiledRegion& operator[](RegionId id) { return regions_[id]; }
  [[nodiscard]] const CompiledRegion& operator[](RegionId id) const { return regions_[id]; }
  [[nodiscard]] const Entry& entry_of(const Superblock& superblock) const {
    return entries_[superblock.entry - 1];
  }
  // The regions that are not active yet, the oldest first.
  [[nodiscard]] const std::vector<RegionId>& pending() const { return pending_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  // The ids in use, ascending.
  [[nodiscard]] std::vector<RegionId> all() const;
  // Those that contain a superblock, or depend on a cell. Valid until one is installed or dropped.
  [[nodiscard]] std::span<const RegionId> with(const Superblock& superblock) const;
  [[nodiscard]] std::span<const RegionId> depending_on(CellIndex cell) const;

 private:
  RegionId free_id();
  void set_entries(RegionId id);

  BlockCache* cache_ = nullptr;
  bool marks_writes_ = false;
  std::vector<CompiledRegion> regions_;
  std::vector<RegionId> pending_;
  std::size_t count_ = 0;       // of those with code
  std::vector<Entry> entries_;  // by Superblock::entry - 1; also of discarded regions
  std::unordered_map<const Superblock*, std::vector<RegionId>> by_block_;
  std::unordered_map<CellIndex, std::vector<RegionId>> by_cell_;
};

// A call of native code: hands the machine's state over to a compiled region, and restores the
// machine from the exit by which it left.
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
