// Caches the blocks of a field by cell and heading, and invalidates them when a cell changes that
// they were translated from.
//
// Cost: the tables by cell are lazily mapped memory, and everything else grows with the blocks, up
// to a limit, so cells that are executed without a block cost nothing. A write checks one byte,
// `marks()[cell]`. Invalidation is expensive, so a cell that keeps being rewritten becomes
// *volatile*: no block includes it again, which bounds the translations lost to one cell.
#pragma once

#include "lang/playfield.h"
#include "vm/blocks/superblock.h"
#include "vm/traps.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace fungescope {

// Finds the entries that are worth translating. An entry is a cell and a heading at which the
// pointer arrives after a decision; its heat is what a block there would have saved.
//
// The table has a fixed size, however large the field is. Each entry belongs to a set of four
// slots. An entry without a slot takes one that has no heat, and otherwise cools the coldest one:
// so an entry that is reached often enough keeps its slot, whatever else is executed once (Misra
// and Gries, "Finding Repeated Elements", 1982).
class HeatTable {
 public:
  // Identifies an entry; at most 2^36.
  static constexpr std::uint64_t key_of(CellIndex cell, Heading heading) {
    return std::uint64_t{cell} * Heading::count + heading.index() + 1;
  }
  // Spreads keys over all bits.
  static constexpr std::uint64_t hash_of(std::uint64_t key) { return key * 0x9e3779b97f4a7c15U; }

  static constexpr std::uint64_t max_heat = 0x7fff;

  class Slot {
   public:
    Slot() = default;
    explicit Slot(std::uint64_t key) : key_and_heat_(key << heat_bits) {}

    Superblock* block = nullptr;  // of the entry, if it has code

    [[nodiscard]] std::uint64_t key() const { return key_and_heat_ >> heat_bits; }
    [[nodiscard]] std::uint64_t heat() const { return key_and_heat_ & heat_mask; }
    void set_heat(std::uint64_t heat) { key_and_heat_ = key() << heat_bits | heat; }
    // Adds the gain of a block for `cells` cells, at least 1: entering a block takes about as long
    // as a cell. The gain is bounded because a translation takes the longer the more cells there
    // are.
    void warm(std::uint64_t cells) {
      constexpr std::uint64_t max_gain = 24;
      key_and_heat_ += std::min({2 * cells - 1, max_gain, max_heat - heat()});
    }

   private:
    static constexpr unsigned heat_bits = 16;
    static constexpr std::uint64_t heat_mask = 0xffff;
    std::uint64_t key_and_heat_ = 0;  // key 0: unused
  };

  // For a field of `area` cells, at least 1.
  explicit HeatTable(std::size_t area)
      : shift_(64U - static_cast<unsigned>(std::bit_width(std::min(max_sets, 2 * area) - 1))),
        slots_(slots_per_set << (64U - shift_)) {}

  // Returns the slot of an entry, or null.
  [[nodiscard]] Slot* find(std::uint64_t key) {
    // Without a branch for each slot, which would be mispredicted.
    Slot* const set = set_of(key);
    std::size_t found = 0;
    for (std::size_t i = 1; i < slots_per_set; ++i) found += set[i].key() == key ? i : 0;
    return set[found].key() == key ? set + found : nullptr;
  }
  // Returns a slot for an entry that has none: one of its set, or one that the next call reuses.
  Slot& admit(std::uint64_t key) {
    Slot& coldest = coldest_of(key);
    Slot& slot = coldest.heat() == 0 ? coldest : rejected_;
    coldest.set_heat(coldest.heat() - std::min(coldest.heat(), cooling));
    return slot = Slot(key);
  }
  // Gives an entry the maximum heat.
  void heat_up(std::uint64_t key) {
    Slot* slot = find(key);
    if (slot == nullptr) *(slot = &coldest_of(key)) = Slot(key);
    slot->set_heat(max_heat);
  }

 private:
  // More than the gain of a single cell: decisions without code between them, which gain nothing,
  // get hot only if there are so few that none of them is rejected.
  static constexpr std::uint64_t cooling = 2;
  static constexpr std::size_t slots_per_set = 4;  // a cache line
  static constexpr std::size_t max_sets = 1024;

  [[nodiscard]] Slot* set_of(std::uint64_t key) {
    return &slots_[(hash_of(key) >> shift_) * slots_per_set];
  }
  [[nodiscard]] Slot& coldest_of(std::uint64_t key) {
    Slot* const set = set_of(key);
    return *std::min_element(set, set + slots_per_set,
                             [](const Slot& a, const Slot& b) { return a.heat() < b.heat(); });
  }

  unsigned shift_;
  std::vector<Slot, ZeroedAllocator<Slot>> slots_;
  Slot rejected_;
};

// Notified when blocks lose their code. Implemented by tiers that compile blocks further.
class InvalidationListener {
 public:
  virtual ~InvalidationListener() = default;
  // Called before `block`, whose `compiled` is set, loses its code.
  virtual void on_block_discarded(Superblock& block) = 0;
  // Called before the marks of `cell`, a dependency, change: it becomes code or gets a trap.
  virtual void on_dependency_changed(CellIndex cell) = 0;
  // Called before all blocks are discarded.
  virtual void on_all_discarded() = 0;
};

class BlockCache {
 public:
  // An entry of this heat is worth translating: the time spent there without a block is about what
  // a translation costs.
  static constexpr std::uint64_t default_heat = 256;
  // The default limit of the memory of all blocks, in bytes. The part that grows with the field
  // keeps to what docs/semantics.md promises of a used cell.
  static constexpr std::size_t default_max_memory(Size size) {
    return (std::size_t{16} << 20U) + 3 * static_cast<std::size_t>(size.area());
  }

  // `size.area()` < 2^32.
  explicit BlockCache(Size size, std::uint64_t translation_heat = default_heat)
      : BlockCache(size, translation_heat, default_max_memory(size)) {}
  BlockCache(Size size, std::uint64_t translation_heat, std::size_t max_memory);
  BlockCache(BlockCache&&) = default;
  BlockCache& operator=(BlockCache&&) = delete;  // would free the count before what it counts

  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] CellIndex index_of(Point p) const {
    return static_cast<CellIndex>(p.y * size_.width + p.x);
  }
  [[nodiscard]] Point point_of(CellIndex cell) const {
    return {cell % size_.width, cell / size_.width};
  }

  // Returns the block of a cell and heading. A new block has no code.
  [[nodiscard]] Superblock& find(Point at, Heading heading);

  // Returns the heat of an entry, which has `block` set if the entry has code. Valid up to the next
  // call, the next translation or invalidation.
  [[nodiscard]] HeatTable::Slot& visit(CellIndex cell, Heading heading) {
    const std::uint64_t key = HeatTable::key_of(cell, heading);
    HeatTable::Slot* const slot = heat_.find(key);
    return slot != nullptr ? *slot : admit(key);
  }
  [[nodiscard]] bool has_code(CellIndex cell, Heading heading) {
    const Superblock* const block = slot_of(HeatTable::key_of(cell, heading));
    return block != nullptr && block->has_code();
  }
  [[nodiscard]] std::uint64_t translation_heat() const { return translation_heat_; }
  // Expects that the entry of `continuation` is as hot as the block that ends there because it is
  // full.
  void expect(Superblock& continuation);

  // Registers the code of `block`, translated from `block.cells`.
  void add_code(Superblock& block);

  // Returns the memory of all blocks in bytes, without their native code: now, and at its peak.
  [[nodiscard]] std::size_t memory() const { return count_->bytes; }
  [[nodiscard]] std::size_t peak_memory() const { return count_->peak; }
  // Discards all blocks unless another translation stays within the limit, which is kept where this
  // is called before each translation.
  void make_room() {
    if (memory() + max_growth() > max_memory_) clear();
  }
  // Discards all blocks. Keeps the traps, and which cells are volatile.
  void clear();

  // The marks of a cell, in one byte, so that one load shows that there are none. `covered`: the
  // cell is part of a block with code. The bits of traps are those of Access, shifted.
  static constexpr std::uint8_t covered = 0x80;
  static constexpr std::uint8_t write_trap = 0x40;
  static constexpr std::uint8_t read_trap = 0x20;
  static constexpr std::uint8_t execute_trap = 0x10;
  // Native code depends on this data cell: every store to it must be visible to the compiler.
  static constexpr std::uint8_t dependency = 0x08;
  // Some block that begins at this cell has at least `long_block` cells.
  static constexpr std::uint8_t begins_long_block = 0x04;
  static constexpr std::uint16_t long_block = 16;
  // Stores to cells with one of these marks need more than the store.
  static constexpr std::uint8_t store_marks = covered | write_trap | dependency;
  void add_dependency(CellIndex cell) { marks_[cell] |= dependency; }
  void remove_dependency(CellIndex cell) { marks_[cell] &= static_cast<std::uint8_t>(~dependency); }
  // May be null. Not owned.
  void set_invalidation_listener(InvalidationListener* listener) { listener_ = listener; }
  [[nodiscard]] const std::uint8_t* marks() const { return marks_.data(); }

  // The traps that the code is prepared for. Kept while the program runs without traps.
  struct Armed {
    std::uint64_t version = 0;  // of the Traps; 0: none
    std::vector<CellIndex> cells;
    std::size_t reads = 0;  // the number of cells marked `read`
    std::uint64_t before_ops = 0;
    bool on_modified_code = false;
  };
  [[nodiscard]] const Armed& armed() const { return armed_; }
  // Ensures that no block runs past one of these traps. Cost: nothing for the version that the code
  // is prepared for. Otherwise it visits all marked cells of both versions and discards the blocks
  // of cells whose `execute` mark differs, or all blocks if anything but `execute` and `write`
  // marks differs.
  void arm(const Traps& traps);

  // Discards the blocks of a covered cell to which the program stored a new value. Counts towards
  // `is_volatile`.
  void invalidate_rewritten(CellIndex cell);
  // Discards the blocks of all cells that differ between `now` and `next`, both of this cache's
  // size, before `next` replaces `now`. Does not count towards `is_volatile`. Cost: the marks of
  // all cells, and comparing those with code, if both share their source.
  void invalidate_changed(const Playfield& now, const Playfield& next);
  // The same for consecutive cells from `first`, whose deltas change from `now` to `next`.
  void invalidate_changed(std::size_t first, std::span<const std::int64_t> now,
                          std::span<const std::int64_t> next);
  [[nodiscard]] bool is_volatile(CellIndex cell) const {
    return (marks_[cell] & rewrite_count) >= max_rewrites;
  }

 private:
  // The number of rewrites of a code cell after which it is volatile, and the bits of its mark that
  // count them.
  static constexpr std::uint8_t max_rewrites = 2;
  static constexpr std::uint8_t rewrite_count = 0x03;
  static constexpr std::uint8_t trap_bits = write_trap | read_trap | execute_trap;

  // The blocks that include a cell: a linked list per cell, all in one pool. Link 0 ends a list.
  struct Link {
    Superblock* block = nullptr;
    std::uint32_t next = 0;
  };

  [[nodiscard]] std::size_t max_growth() const;
  [[nodiscard]] Superblock*& slot_of(std::uint64_t key);
  [[nodiscard]] HeatTable::Slot& admit(std::uint64_t key);
  void grow_index();
  void link(CellIndex cell, Superblock& block);
  void unlink(CellIndex cell, const Superblock& block);
  void discard(Superblock& block);
  [[nodiscard]] bool can_keep_blocks(const Traps& traps) const;
  void set_trap_marks(CellIndex cell, std::uint8_t accesses);
  void discard_blocks_of(CellIndex cell);

  Size size_;
  std::uint64_t translation_heat_;
  std::vector<std::uint8_t, ZeroedAllocator<std::uint8_t>> marks_;
  HeatTable heat_;
  std::size_t max_memory_;
  std::unique_ptr<ByteCount> count_;  // of the blocks, their code, `index_` and `links_`
  std::deque<Superblock, CountingAllocator<Superblock>> blocks_;
  Superblock::Counted<Superblock*> index_;  // a hash table of blocks_, at most half full
  std::vector<std::uint32_t, ZeroedAllocator<std::uint32_t>> first_link_;
  std::deque<Link, CountingAllocator<Link>> links_;
  std::uint32_t free_link_ = 0;
  Armed armed_;
  InvalidationListener* listener_ = nullptr;
};

}  // namespace fungescope
