#include "vm/block_cache.h"

#include <utility>

namespace fungescope {

BlockCache::BlockCache(Size size)
    : size_(size),
      rows_(static_cast<std::size_t>(size.height)),
      marks_(static_cast<std::size_t>(size.area())) {}

Block& BlockCache::find(Point at, Heading heading) {
  Row& row = rows_[static_cast<std::size_t>(at.y)];
  if (row.empty()) row = Row(static_cast<std::size_t>(size_.width) * Heading::count);
  Block*& place = row[static_cast<std::size_t>(at.x) * Heading::count + heading.index()];
  if (place == nullptr) {
    place = &blocks_.emplace_back();
    place->cell = index_of(at);
    place->heading = heading;
  }
  return *place;
}

void BlockCache::cover(Block& block) {
  for (const CellIndex cell : block.cells) {
    marks_[cell] |= covered;
    std::vector<Block*>& blocks = covering_[cell];
    if (blocks.empty() || blocks.back() != &block) blocks.push_back(&block);
  }
}

void BlockCache::written(CellIndex cell) {
  const auto found = covering_.find(cell);
  if (found == covering_.end()) return;
  const std::vector<Block*> blocks = std::exchange(found->second, {});
  for (Block* block : blocks) discard(*block);
  marks_[cell] = static_cast<std::uint8_t>((marks_[cell] & ~covered) + 1);
}

void BlockCache::discard(Block& block) {
  block.ticks = Block::never;
  block.visits = 0;
  for (const CellIndex cell : block.cells) {
    std::vector<Block*>& blocks = covering_[cell];
    std::erase(blocks, &block);
    if (blocks.empty()) marks_[cell] &= static_cast<std::uint8_t>(~covered);
  }
  block.cells.clear();
}

}  // namespace fungescope
