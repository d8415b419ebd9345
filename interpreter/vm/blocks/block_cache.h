// All blocks of a field: found by cell and heading, discarded when a cell that
// they were made from changes.
//
// Cost: the tables are made of zeroed memory and of rows that come with their
// first block, so a huge field costs only what is executed. A write looks at
// one byte, `marks()[cell]`; it is `written` that costs, and a cell that keeps
// being rewritten becomes *volatile*: no block includes it again, so that the
// work lost to one cell is bounded.
#pragma once

#include "lang/playfield.h"
#include "vm/blocks/superblock.h"
#include "vm/traps.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace fungescope {

// Who makes more of blocks and must hear when they lose their code.
class InvalidationListener {
 public:
  virtual ~InvalidationListener() = default;
  // `block`, of which `compiled` is set, loses its code now.
  virtual void on_block_discarded(Superblock& block) = 0;
  // The marks of `cell`, which is marked `dependency`, change: it becomes code or gets a trap.
  virtual void on_dependency_changed(CellIndex cell) = 0;
  // All blocks go.
  virtual void on_all_discarded() = 0;
};

class BlockCache {
 public:
  // `size.area()` < 2^32.
  explicit BlockCache(Size size);

  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] CellIndex index_of(Point p) const {
    return static_cast<CellIndex>(p.y * size_.width + p.x);
  }
  [[nodiscard]] Point point_of(CellIndex cell) const {
    return {cell % size_.width, cell / size_.width};
  }

  // The block of a cell and heading; a new one has no code.
  [[nodiscard]] Superblock& find(Point at, Heading heading);

  // `block` now has code made from `block.cells`.
  void cover(Superblock& block);

  // What is known of a cell, in one byte, so that one look tells that there is
  // nothing. `covered`: a block was made from it. The bits of traps are those
  // of Access, moved up.
  static constexpr std::uint8_t covered = 0x80;
  static constexpr std::uint8_t write_trap = 0x40;
  static constexpr std::uint8_t read_trap = 0x20;
  static constexpr std::uint8_t execute_trap = 0x10;
  // A cell of data on which native code relies: it knows all stores to it.
  static constexpr std::uint8_t dependency = 0x08;
  // A store to a cell with one of these is more than a store.
  static constexpr std::uint8_t store_marks = covered | write_trap | dependency;
  void add_dependency(CellIndex cell) { marks_[cell] |= dependency; }
  void remove_dependency(CellIndex cell) { marks_[cell] &= static_cast<std::uint8_t>(~dependency); }
  // Null: nobody. Not owned.
  void set_invalidation_listener(InvalidationListener* user) { user_ = user; }
  [[nodiscard]] const std::uint8_t* marks() const { return marks_.data(); }

  // What the code is prepared for. Kept while the program runs without traps.
  struct Armed {
    std::uint64_t version = 0;  // of the traps; 0: none
    std::vector<CellIndex> cells;
    std::size_t reads = 0;  // how many of them are marked `read`
    std::uint64_t before_ops = 0;
    bool on_modified_code = false;
  };
  [[nodiscard]] const Armed& armed() const { return armed_; }
  // Makes sure that no block runs past one of these traps. Cost: nothing for
  // the version that the code is prepared for; else a look at all marked cells of
  // both, and the blocks of those whose mark `execute` differs, or all blocks
  // if more differs than where execution and writes are trapped.
  void arm(const Traps& traps);

  // The cell, which is covered, has a new value, written by the program.
  void written(CellIndex cell);
  // The program goes on with `next` in place of `now`, both of this cache's size.
  // Takes nobody's patience. Cost: a comparison of memory, if they share their source.
  void replaced(const Playfield& now, const Playfield& next);
  // The same for consecutive cells from `first` on, whose deltas change from `now` to `next`.
  void replaced(std::size_t first, std::span<const std::int64_t> now,
                std::span<const std::int64_t> next);
  [[nodiscard]] bool is_volatile(CellIndex cell) const {
    return (marks_[cell] & rewritings) >= patience;
  }

 private:
  using Row = std::vector<Superblock*, ZeroedAllocator<Superblock*>>;

  // Rewritings of a code cell that are answered with new code, and the bits
  // of a mark that count them.
  static constexpr std::uint8_t patience = 2;
  static constexpr std::uint8_t rewritings = 0x07;
  static constexpr std::uint8_t trap_bits = write_trap | read_trap | execute_trap;

  // Which blocks cover a cell: a list for each, its links in one pool. Link 0
  // is no link.
  struct Link {
    Superblock* block = nullptr;
    std::uint32_t next = 0;
  };

  void link(CellIndex cell, Superblock& block);
  void unlink(CellIndex cell, const Superblock& block);
  void discard(Superblock& block);
  [[nodiscard]] bool same_code(const Traps& traps) const;
  void set_traps(CellIndex cell, std::uint8_t accesses);
  void discard_all_of(CellIndex cell);

  Size size_;
  std::vector<Row> rows_;
  std::vector<std::uint8_t, ZeroedAllocator<std::uint8_t>> marks_;
  std::deque<Superblock> blocks_;
  std::vector<std::uint32_t, ZeroedAllocator<std::uint32_t>> first_link_;
  std::vector<Link> links_;
  std::uint32_t free_link_ = 0;
  Armed armed_;
  InvalidationListener* user_ = nullptr;
};

}  // namespace fungescope
