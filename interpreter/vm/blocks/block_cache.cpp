#include "vm/blocks/block_cache.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace fungescope {

BlockCache::BlockCache(Size size)
    : size_(size),
      rows_(static_cast<std::size_t>(size.height)),
      marks_(static_cast<std::size_t>(size.area())),
      first_link_(static_cast<std::size_t>(size.area())),
      links_(1) {}

Superblock& BlockCache::find(Point at, Heading heading) {
  Row& row = rows_[static_cast<std::size_t>(at.y)];
  if (row.empty()) row = Row(static_cast<std::size_t>(size_.width) * Heading::count);
  Superblock*& slot = row[static_cast<std::size_t>(at.x) * Heading::count + heading.index()];
  if (slot == nullptr) {
    slot = &blocks_.emplace_back();
    slot->cell = index_of(at);
    slot->heading = heading;
  }
  return *slot;
}

void BlockCache::add_code(Superblock& block) {
  block.translated = true;
  for (const CellIndex cell : block.cells) link(cell, block);
}

void BlockCache::link(CellIndex cell, Superblock& block) {
  if ((marks_[cell] & dependency) != 0) listener_->on_dependency_changed(cell);
  marks_[cell] |= covered;
  const std::uint32_t next = first_link_[cell];
  if (links_[next].block == &block) return;  // the path crosses itself at this cell
  std::uint32_t new_link = free_link_;
  if (new_link != 0) {
    free_link_ = links_[new_link].next;
  } else {
    new_link = static_cast<std::uint32_t>(links_.size());
    links_.emplace_back();
  }
  links_[new_link] = {&block, next};
  first_link_[cell] = new_link;
}

void BlockCache::unlink(CellIndex cell, const Superblock& block) {
  std::uint32_t* slot = &first_link_[cell];
  while (*slot != 0 && links_[*slot].block != &block) slot = &links_[*slot].next;
  if (const std::uint32_t found = *slot; found != 0) {
    *slot = links_[found].next;
    links_[found] = {nullptr, free_link_};
    free_link_ = found;
  }
  if (first_link_[cell] == 0) marks_[cell] &= static_cast<std::uint8_t>(~covered);
}

void BlockCache::invalidate_rewritten(CellIndex cell) {
  discard_blocks_of(cell);
  ++marks_[cell];
}

void BlockCache::invalidate_changed(const Playfield& now, const Playfield& next) {
  const std::size_t area = marks_.size();
  if (now.source() == next.source()) {
    return invalidate_changed(0, {now.deltas(), area}, {next.deltas(), area});
  }
  for (std::size_t i = 0; i < area; ++i) {
    const bool same = now.at(i) == next.at(i) && now.changed(i) == next.changed(i);
    if (!same) discard_blocks_of(static_cast<CellIndex>(i));
  }
}

void BlockCache::invalidate_changed(std::size_t first, std::span<const std::int64_t> now,
                                    std::span<const std::int64_t> next) {
  constexpr std::size_t chunk = 64;  // cells per comparison
  for (std::size_t begin = 0; begin < now.size(); begin += chunk) {
    const std::size_t end = std::min(begin + chunk, now.size());
    const std::size_t bytes = (end - begin) * sizeof(std::int64_t);
    if (std::memcmp(now.data() + begin, next.data() + begin, bytes) == 0) continue;
    for (std::size_t i = begin; i < end; ++i) {
      if (now[i] != next[i]) discard_blocks_of(static_cast<CellIndex>(first + i));
    }
  }
}

void BlockCache::arm(const Traps& traps) {
  assert(traps.field() == size_);
  if (traps.version() == armed_.version) return;
  if (!can_keep_blocks(traps)) {
    InvalidationListener* const listener = listener_;
    if (listener != nullptr) listener->on_all_discarded();
    *this = BlockCache(size_);
    listener_ = listener;
  }
  for (const CellIndex cell : armed_.cells) set_trap_marks(cell, traps.accesses(cell));
  armed_ = {traps.version(), {}, 0, traps.before_ops(), traps.on_modified_code()};
  for (const std::size_t index : traps.cells()) {
    const auto cell = static_cast<CellIndex>(index);
    set_trap_marks(cell, traps.accesses(index));
    armed_.cells.push_back(cell);
    if (traps.has(index, Access::read)) ++armed_.reads;
  }
}

// Returns whether only blocks of cells with different `execute` marks have to be discarded.
bool BlockCache::can_keep_blocks(const Traps& traps) const {
  std::size_t reads = 0;
  for (const std::size_t index : traps.cells()) {
    if (!traps.has(index, Access::read)) continue;
    if ((marks_[index] & read_trap) == 0) return false;
    ++reads;
  }
  return reads == armed_.reads && traps.before_ops() == armed_.before_ops &&
         traps.on_modified_code() == armed_.on_modified_code;
}

void BlockCache::set_trap_marks(CellIndex cell, std::uint8_t accesses) {
  static_assert(execute_trap == static_cast<unsigned>(Access::execute) << 4U &&
                read_trap == static_cast<unsigned>(Access::read) << 4U &&
                write_trap == static_cast<unsigned>(Access::write) << 4U);
  const unsigned traps = static_cast<unsigned>(accesses) << 4U;
  if (((marks_[cell] ^ traps) & execute_trap) != 0) discard_blocks_of(cell);
  if ((marks_[cell] & dependency) != 0 && ((marks_[cell] ^ traps) & write_trap) != 0) {
    listener_->on_dependency_changed(cell);
  }
  marks_[cell] = static_cast<std::uint8_t>((marks_[cell] & ~trap_bits) | traps);
}

void BlockCache::discard_blocks_of(CellIndex cell) {
  while (first_link_[cell] != 0) discard(*links_[first_link_[cell]].block);
}

void BlockCache::discard(Superblock& block) {
  if (block.compiled) listener_->on_block_discarded(block);
  block.translated = false;
  block.ticks = Superblock::never;
  block.visits = 0;
  for (const CellIndex cell : block.cells) unlink(cell, block);
  block.cells.clear();
}

}  // namespace fungescope
