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
#include "vm/block.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace fungescope {

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
  [[nodiscard]] Block& find(Point at, Heading heading);

  // `block` now has code made from `block.cells`.
  void cover(Block& block);

  // Bit `covered` says that a block was made from the cell.
  static constexpr std::uint8_t covered = 0x80;
  [[nodiscard]] const std::uint8_t* marks() const { return marks_.data(); }

  // The cell, which is covered, has a new value, written by the program.
  void written(CellIndex cell);
  // The program goes on with `next` in place of `now`, both of this cache's size.
  // Takes nobody's patience. Cost: a comparison of memory, if they share their source.
  void replaced(const Playfield& now, const Playfield& next);
  // The same for consecutive cells from `first` on, whose deltas change from `now` to `next`.
  void replaced(std::size_t first, std::span<const std::int64_t> now,
                std::span<const std::int64_t> next);
  [[nodiscard]] bool is_volatile(CellIndex cell) const {
    return (marks_[cell] & ~covered) >= patience;
  }

 private:
  using Row = std::vector<Block*, ZeroedAllocator<Block*>>;

  // Rewritings of a code cell that are answered with new code.
  static constexpr std::uint8_t patience = 2;

  // Which blocks cover a cell: a list for each, its links in one pool. Link 0
  // is no link.
  struct Link {
    Block* block = nullptr;
    std::uint32_t next = 0;
  };

  void link(CellIndex cell, Block& block);
  void unlink(CellIndex cell, const Block& block);
  void discard(Block& block);
  void discard_all_of(CellIndex cell);

  Size size_;
  std::vector<Row> rows_;
  std::vector<std::uint8_t, ZeroedAllocator<std::uint8_t>> marks_;
  std::deque<Block> blocks_;
  std::vector<std::uint32_t, ZeroedAllocator<std::uint32_t>> first_link_;
  std::vector<Link> links_;
  std::uint32_t free_link_ = 0;
};

}  // namespace fungescope
