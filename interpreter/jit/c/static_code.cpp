#include "jit/c/static_code.h"

#include "lang/analysis/static_analysis.h"
#include "vm/blocks/block_runner.h"

#include <algorithm>
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
    for (const CodePosition& position : profile.resume_points) {
      enter(cache().find(cache().point_of(position.cell), position.heading));
    }
  }

  StaticCode explore() {
    // `reach` appends to the list.
    for (std::size_t i = 0; i < code_.superblocks.size(); ++i) {  // NOLINT(modernize-loop-convert)
      Superblock& superblock = *code_.superblocks[i];
      translate(superblock, machine_, cache(), memory_);
      for (std::size_t exit = 0; exit < exit_count(superblock); ++exit)
        reach(*superblock.exits[exit]);
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

  // Enters the code after a volatile cell, if that holds its initial value, or another instruction
  // that keeps the direction.
  void pass(const MicroOp& last) {
    const Point at = cache().point_of(last.at);
    const Direction ahead = last.heading.direction();
    enter_next(at, last.heading);
    if (last.heading.string_mode()) return;
    const Op op = decode_op(machine_.dialect, machine_.field.at(last.at));
    for (const Direction next : branch_directions(op)) enter_next(at, Heading(next, false));
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

// Returns the cells of code that the code stores to at constant coordinates.
Cells written_code(const StaticCode& code) {
  Cells cells;
  for (const Superblock* superblock : code.superblocks) {
    for (const MicroOp& op : superblock->ops) {
      for_each_known_cell(op, [&](CellIndex cell, bool stored) {
        const bool is_code = (code.cache->marks()[cell] & BlockCache::covered) != 0;
        if (stored && is_code) cells.insert(cell);
      });
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

bool keep_executed_first(StaticCode& code, const ExecutionProfile& profile, std::size_t count) {
  std::vector<Superblock*>& all = code.superblocks;
  if (all.size() <= count) return true;
  std::stable_partition(all.begin(), all.end(), [&](const Superblock* superblock) {
    return profile.executed[superblock->cell];
  });
  all.resize(count);
  return false;
}

// ---- Partition

namespace {
constexpr std::size_t no_owner = ~std::size_t{0};
}  // namespace

Partition::Partition(const StaticCode& code, const RegionLimits& limits, std::size_t size)
    : limits_(limits), entries_(code.superblocks.size() / size + 1) {
  limits_.enter_at_rebases = true;
  for (std::size_t i = 0; i < code.superblocks.size(); ++i) {
    if (fits(*code.superblocks[i])) owner_[code.superblocks[i]] = i / size;
  }
  for (Superblock* superblock : code.entries) enter(*superblock);
  for (const Superblock* superblock : code.superblocks) {
    for (std::size_t i = 0; i < exit_count(*superblock); ++i) {
      Superblock& to = *superblock->exits[i];
      if (owner_of(to) != owner_of(*superblock)) enter(to);
    }
  }
}

std::vector<JitRegion> Partition::regions() {
  std::vector<JitRegion> regions;
  for (std::size_t part = 0; part < entries_.size(); ++part) {
    if (!entries_[part].empty()) regions.push_back(region_of(part));
  }
  return regions;
}

bool Partition::enter(Superblock& superblock) {
  const std::size_t owner = owner_of(superblock);
  if (owner == no_owner || !entered_.insert(&superblock).second) return false;
  entries_[owner].push_back(&superblock);
  return true;
}

// Superblocks that use more stack slots than there are names are left to the interpreter.
bool Partition::fits(const Superblock& superblock) const {
  return superblock.use.need <= limits_.max_depth && superblock.use.reach <= limits_.max_depth;
}

std::size_t Partition::owner_of(const Superblock& superblock) const {
  const auto found = owner_.find(&superblock);
  return found == owner_.end() ? no_owner : found->second;
}

// Adds entries where all values are in memory anyway, and at outermost loops, so that the
// interpreter soon reaches one.
JitRegion Partition::region_of(std::size_t part) {
  const std::vector<Superblock*>& entries = entries_[part];
  const std::function<bool(const Superblock&)> is_mine = [&](const Superblock& superblock) {
    return owner_of(superblock) == part;
  };
  const JitRegion sketch = form_region(entries, limits_, is_mine);
  for (const RegionNode& node : sketch.nodes) {
    if (node.header && node.loop_depth == 1) enter(*node.superblock);
  }
  return form_region(entries, limits_, is_mine);
}

}  // namespace fungescope::jit
