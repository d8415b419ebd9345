#include "jit/c/static_code.h"

#include "lang/disassembler.h"
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
  Explorer(const Machine& machine, const Rehearsal& rehearsal, const Cells& changing,
           std::size_t most_blocks)
      : machine_(machine), most_blocks_(most_blocks) {
    code_.cache = std::make_unique<BlockCache>(machine.field.size());
    for (const CellIndex cell : changing) {
      while (!cache().is_volatile(cell)) cache().written(cell);
    }
    enter(cache().find(machine.ip, Heading(machine.direction, machine.string_mode)));
    for (const Place& place : rehearsal.after_changed) {
      enter(cache().find(cache().point_of(place.cell), place.heading));
    }
  }

  StaticCode explore() {
    // Grows meanwhile.
    for (std::size_t i = 0; i < code_.blocks.size(); ++i) {  // NOLINT(modernize-loop-convert)
      Block& block = *code_.blocks[i];
      translate(block, machine_, cache(), memory_);
      for (std::size_t way = 0; way < exit_count(block); ++way) reach(*block.exits[way]);
      const MicroOp& last = block.ops.back();
      if (last.code == MicroCode::step && cache().is_volatile(last.at)) pass(last);
    }
    return std::move(code_);
  }

 private:
  BlockCache& cache() { return *code_.cache; }

  void reach(Block& block) {
    if (code_.blocks.size() == most_blocks_ || !known_.insert(&block).second) return;
    code_.blocks.push_back(&block);
  }
  void enter(Block& block) {
    reach(block);
    code_.entries.push_back(&block);
  }

  // Where the interpreter goes on behind a volatile cell, if it is what it was at the start, or
  // another instruction that does not turn.
  void pass(const MicroOp& last) {
    const Point at = cache().point_of(last.at);
    const Direction ahead = last.heading.direction();
    enter_next(at, last.heading);
    if (last.heading.string_mode()) return;
    const Op op = op_in(machine_.dialect, machine_.field.at(last.at));
    for (const Direction way : ways_out(op)) enter_next(at, Heading(way, false));
    if (direction_after(op, ahead) != ahead) {
      enter_next(at, Heading(direction_after(op, ahead), false));
    }
  }
  void enter_next(Point at, Heading heading) {
    const Point next = step_on_torus(at, heading.direction(), cache().size());
    if (!cache().is_volatile(cache().index_of(next))) enter(cache().find(next, heading));
  }

  const Machine& machine_;
  std::size_t most_blocks_;
  StaticCode code_;
  TranslatorMemory memory_;
  std::unordered_set<const Block*> known_;
};

// Cells of code that the code itself writes to, where that is plain to see.
Cells written_code(const StaticCode& code) {
  Cells cells;
  const auto note = [&](std::uint64_t cell) {
    const auto index = static_cast<CellIndex>(cell);
    if ((code.cache->marks()[index] & BlockCache::covered) != 0) cells.insert(index);
  };
  for (const Block* block : code.blocks) {
    for (const MicroOp& op : block->ops) {
      const auto a = static_cast<std::uint64_t>(op.a);
      if (op.code == MicroCode::store || op.code == MicroCode::store_k) note(a);
      if (op.code == MicroCode::store_cell_add_k) note(a >> 32U);
    }
  }
  return cells;
}

}  // namespace

StaticCode find_static_code(const Machine& machine, const Rehearsal& rehearsal,
                            std::span<const Rectangle> data, std::size_t most_blocks) {
  Cells changing = rehearsal.changed;
  const auto suspect = [&](CellIndex cell) {
    return !rehearsal.executed[cell] && changing.insert(cell).second;
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
    StaticCode code = Explorer(machine, rehearsal, changing, most_blocks).explore();
    bool again = false;
    for (const CellIndex cell : written_code(code)) again = suspect(cell) || again;
    if (!again) return code;
  }
}

// ---- Partition

namespace {
constexpr std::size_t nobody = ~std::size_t{0};
}  // namespace

Partition::Partition(const StaticCode& code, const RegionLimits& limits, std::size_t blocks)
    : limits_(limits), entries_(code.blocks.size() / blocks + 1) {
  limits_.enter_landings = true;
  for (std::size_t i = 0; i < code.blocks.size(); ++i) {
    if (fits(*code.blocks[i])) owner_[code.blocks[i]] = i / blocks;
  }
  for (Block* block : code.entries) enter(*block);
  for (const Block* block : code.blocks) {
    for (std::size_t way = 0; way < exit_count(*block); ++way) {
      Block& to = *block->exits[way];
      if (owner_of(to) != owner_of(*block)) enter(to);
    }
  }
}

std::vector<Region> Partition::regions() {
  std::vector<Region> regions;
  for (std::size_t part = 0; part < entries_.size(); ++part) {
    if (!entries_[part].empty()) regions.push_back(region_of(part));
  }
  return regions;
}

bool Partition::enter(Block& block) {
  const std::size_t owner = owner_of(block);
  if (owner == nobody || !entered_.insert(&block).second) return false;
  entries_[owner].push_back(&block);
  return true;
}

// What takes more of the stack than there are names for is the interpreter's.
bool Partition::fits(const Block& block) const {
  return block.use.need <= limits_.deepest && block.use.reach <= limits_.deepest;
}

std::size_t Partition::owner_of(const Block& block) const {
  const auto found = owner_.find(&block);
  return found == owner_.end() ? nobody : found->second;
}

// Wherever all values are in memory anyway, there may be an entry; outermost loops get one as
// well, so that the interpreter need not go far.
Region Partition::region_of(std::size_t part) {
  const std::vector<Block*>& entries = entries_[part];
  const std::function<bool(const Block&)> is_mine = [&](const Block& block) {
    return owner_of(block) == part;
  };
  const Region sketch = find_region(entries, limits_, is_mine);
  for (const Node& node : sketch.nodes) {
    if (node.header && node.loop_depth == 1) enter(*node.block);
  }
  return find_region(entries, limits_, is_mine);
}

}  // namespace fungescope::jit
