#include "jit/c/static_code.h"

#include "lang/static_analysis.h"
#include "vm/blocks/block_translator.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace fungescope::jit {
namespace {

using Cells = std::unordered_set<CellIndex>;

class Explorer {
 public:
  Explorer(const Machine& machine, const ExecutionProfile& profile, const Cells& changing,
           std::size_t max_superblocks)
      : machine_(machine), max_superblocks_(max_superblocks) {
    code_.cache = std::make_unique<BlockCache>(machine.field.size());
    for (const CellIndex cell : changing) {
      while (!cache().is_volatile(cell)) cache().invalidate_rewritten(cell);
    }
    enter(cache().find(machine.ip, Heading(machine.direction, machine.string_mode)));
    for (const CodePosition& place : profile.resume_points) {
      enter(cache().find(cache().point_of(place.cell), place.heading));
    }
  }

  StaticCode explore() {
    // Grows meanwhile.
    for (std::size_t i = 0; i < code_.superblocks.size(); ++i) {  // NOLINT(modernize-loop-convert)
      Superblock& superblock = *code_.superblocks[i];
      translate(superblock, machine_, cache(), memory_);
      for (std::size_t way = 0; way < exit_count(superblock); ++way) reach(*superblock.exits[way]);
      const MicroOp& last = superblock.ops.back();
      if (last.code == MicroOpcode::step && cache().is_volatile(last.at)) pass(last);
    }
    return std::move(code_);
  }

 private:
  BlockCache& cache() { return *code_.cache; }

  void reach(Superblock& superblock) {
    if (code_.superblocks.size() == max_superblocks_ || !known_.insert(&superblock).second) return;
    code_.superblocks.push_back(&superblock);
  }
  void enter(Superblock& superblock) {
    reach(superblock);
    code_.entries.push_back(&superblock);
  }

  // Where the interpreter goes on behind a volatile cell, if it is what it was at the start, or
  // another instruction that does not turn.
  void pass(const MicroOp& last) {
    const Point at = cache().point_of(last.at);
    const Direction ahead = last.heading.direction();
    enter_next(at, last.heading);
    if (last.heading.string_mode()) return;
    const Op op = decode_op(machine_.dialect, machine_.field.at(last.at));
    for (const Direction way : branch_directions(op)) enter_next(at, Heading(way, false));
    if (direction_after(op, ahead) != ahead) {
      enter_next(at, Heading(direction_after(op, ahead), false));
    }
  }
  void enter_next(Point at, Heading heading) {
    const Point next = step_on_torus(at, heading.direction(), cache().size());
    if (!cache().is_volatile(cache().index_of(next))) enter(cache().find(next, heading));
  }

  const Machine& machine_;
  std::size_t max_superblocks_;
  StaticCode code_;
  TranslatorMemory memory_;
  std::unordered_set<const Superblock*> known_;
};

// Cells of code that the code itself writes to, where that is plain to see.
Cells written_code(const StaticCode& code) {
  Cells cells;
  const auto note = [&](std::uint64_t cell) {
    const auto index = static_cast<CellIndex>(cell);
    if ((code.cache->marks()[index] & BlockCache::covered) != 0) cells.insert(index);
  };
  for (const Superblock* superblock : code.superblocks) {
    for (const MicroOp& op : superblock->ops) {
      const auto a = static_cast<std::uint64_t>(op.a);
      if (op.code == MicroOpcode::store || op.code == MicroOpcode::store_k) note(a);
      if (op.code == MicroOpcode::store_cell_add_k) note(a >> 32U);
    }
  }
  return cells;
}

}  // namespace

StaticCode find_static_code(const Machine& machine, const ExecutionProfile& profile,
                            std::span<const Rectangle> data, std::size_t max_superblocks) {
  Cells changing = profile.changed;
  const auto suspect = [&](CellIndex cell) {
    return !profile.executed[cell] && changing.insert(cell).second;
  };
  for (const Rectangle& area : data) {
    for (std::int64_t y = 0; y < area.size.height; ++y) {
      for (std::int64_t x = 0; x < area.size.width; ++x) {
        const Point at{area.corner.x + x, area.corner.y + y};
        suspect(static_cast<CellIndex>(machine.field.index_of(at)));
      }
    }
  }
  for (;;) {
    StaticCode code = Explorer(machine, profile, changing, max_superblocks).explore();
    bool again = false;
    for (const CellIndex cell : written_code(code)) again = suspect(cell) || again;
    if (!again) return code;
  }
}

// ---- Partition

namespace {
constexpr std::size_t no_owner = ~std::size_t{0};
}  // namespace

Partition::Partition(const StaticCode& code, const RegionLimits& limits, std::size_t superblocks)
    : limits_(limits), entries_(code.superblocks.size() / superblocks + 1) {
  limits_.enter_at_rebases = true;
  for (std::size_t i = 0; i < code.superblocks.size(); ++i) {
    if (fits(*code.superblocks[i])) owner_[code.superblocks[i]] = i / superblocks;
  }
  for (Superblock* superblock : code.entries) enter(*superblock);
  for (const Superblock* superblock : code.superblocks) {
    for (std::size_t way = 0; way < exit_count(*superblock); ++way) {
      Superblock& to = *superblock->exits[way];
      if (owner_of(to) != owner_of(*superblock)) enter(to);
    }
  }
}

std::vector<JitRegion> Partition::regions() {
  std::vector<JitRegion> regions;
  for (std::size_t block = 0; block < entries_.size(); ++block) {
    if (!entries_[block].empty()) regions.push_back(region_of(block));
  }
  return regions;
}

bool Partition::enter(Superblock& superblock) {
  const std::size_t owner = owner_of(superblock);
  if (owner == no_owner || !entered_.insert(&superblock).second) return false;
  entries_[owner].push_back(&superblock);
  return true;
}

// What takes more of the stack than there are names for is the interpreter's.
bool Partition::fits(const Superblock& superblock) const {
  return superblock.use.need <= limits_.max_depth && superblock.use.reach <= limits_.max_depth;
}

std::size_t Partition::owner_of(const Superblock& superblock) const {
  const auto found = owner_.find(&superblock);
  return found == owner_.end() ? no_owner : found->second;
}

// Wherever all values are in memory anyway, there may be an entry; outermost loops get one as well,
// so that the interpreter need not go far.
JitRegion Partition::region_of(std::size_t block) {
  const std::vector<Superblock*>& entries = entries_[block];
  const std::function<bool(const Superblock&)> is_mine = [&](const Superblock& superblock) {
    return owner_of(superblock) == block;
  };
  const JitRegion sketch = form_region(entries, limits_, is_mine);
  for (const RegionNode& node : sketch.nodes) {
    if (node.header && node.loop_depth == 1) enter(*node.superblock);
  }
  return form_region(entries, limits_, is_mine);
}

}  // namespace fungescope::jit
