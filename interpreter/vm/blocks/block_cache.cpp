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
  Superblock*& place = row[static_cast<std::size_t>(at.x) * Heading::count + heading.index()];
  if (place == nullptr) {
    place = &blocks_.emplace_back();
    place->cell = index_of(at);
    place->heading = heading;
  }
  return *place;
}

void BlockCache::cover(Superblock& block) {
  block.translated = true;
  for (const CellIndex cell : block.cells) link(cell, block);
}

void BlockCache::link(CellIndex cell, Superblock& block) {
  if ((marks_[cell] & dependency) != 0) user_->on_dependency_changed(cell);
  marks_[cell] |= covered;
  const std::uint32_t next = first_link_[cell];
  if (links_[next].block == &block) return;  // the path crosses itself here
  std::uint32_t fresh = free_link_;
  if (fresh != 0) {
    free_link_ = links_[fresh].next;
  } else {
    fresh = static_cast<std::uint32_t>(links_.size());
    links_.emplace_back();
  }
  links_[fresh] = {&block, next};
  first_link_[cell] = fresh;
}

void BlockCache::unlink(CellIndex cell, const Superblock& block) {
  std::uint32_t* place = &first_link_[cell];
  while (*place != 0 && links_[*place].block != &block) place = &links_[*place].next;
  if (const std::uint32_t found = *place; found != 0) {
    *place = links_[found].next;
    links_[found] = {nullptr, free_link_};
    free_link_ = found;
  }
  if (first_link_[cell] == 0) marks_[cell] &= static_cast<std::uint8_t>(~covered);
}

void BlockCache::written(CellIndex cell) {
  discard_all_of(cell);
  ++marks_[cell];
}

void BlockCache::replaced(const Playfield& now, const Playfield& next) {
  const std::size_t area = marks_.size();
  if (now.source() == next.source()) {
    return replaced(0, {now.deltas(), area}, {next.deltas(), area});
  }
  for (std::size_t i = 0; i < area; ++i) {
    const bool same = now.at(i) == next.at(i) && now.changed(i) == next.changed(i);
    if (!same) discard_all_of(static_cast<CellIndex>(i));
  }
}

void BlockCache::replaced(std::size_t first, std::span<const std::int64_t> now,
                          std::span<const std::int64_t> next) {
  constexpr std::size_t stretch = 64;  // cells, compared at once
  for (std::size_t begin = 0; begin < now.size(); begin += stretch) {
    const std::size_t end = std::min(begin + stretch, now.size());
    const std::size_t bytes = (end - begin) * sizeof(std::int64_t);
    if (std::memcmp(now.data() + begin, next.data() + begin, bytes) == 0) continue;
    for (std::size_t i = begin; i < end; ++i) {
      if (now[i] != next[i]) discard_all_of(static_cast<CellIndex>(first + i));
    }
  }
}

void BlockCache::arm(const Traps& traps) {
  assert(traps.field() == size_);
  if (traps.version() == armed_.version) return;
  if (!same_code(traps)) {
    InvalidationListener* const user = user_;
    if (user != nullptr) user->on_all_discarded();
    *this = BlockCache(size_);
    user_ = user;
  }
  for (const CellIndex cell : armed_.cells) set_traps(cell, traps.accesses(cell));
  armed_ = {traps.version(), {}, 0, traps.before_ops(), traps.on_modified_code()};
  for (const std::size_t index : traps.cells()) {
    const auto cell = static_cast<CellIndex>(index);
    set_traps(cell, traps.accesses(index));
    armed_.cells.push_back(cell);
    if (traps.has(index, Access::read)) ++armed_.reads;
  }
}

// Can all blocks but those through certain cells stay?
bool BlockCache::same_code(const Traps& traps) const {
  std::size_t reads = 0;
  for (const std::size_t index : traps.cells()) {
    if (!traps.has(index, Access::read)) continue;
    if ((marks_[index] & read_trap) == 0) return false;
    ++reads;
  }
  return reads == armed_.reads && traps.before_ops() == armed_.before_ops &&
         traps.on_modified_code() == armed_.on_modified_code;
}

void BlockCache::set_traps(CellIndex cell, std::uint8_t accesses) {
  static_assert(execute_trap == static_cast<unsigned>(Access::execute) << 4U &&
                read_trap == static_cast<unsigned>(Access::read) << 4U &&
                write_trap == static_cast<unsigned>(Access::write) << 4U);
  const unsigned traps = static_cast<unsigned>(accesses) << 4U;
  if (((marks_[cell] ^ traps) & execute_trap) != 0) discard_all_of(cell);
  if ((marks_[cell] & dependency) != 0 && ((marks_[cell] ^ traps) & write_trap) != 0) {
    user_->on_dependency_changed(cell);
  }
  marks_[cell] = static_cast<std::uint8_t>((marks_[cell] & ~trap_bits) | traps);
}

void BlockCache::discard_all_of(CellIndex cell) {
  while (first_link_[cell] != 0) discard(*links_[first_link_[cell]].block);
}

void BlockCache::discard(Superblock& block) {
  if (block.compiled) user_->on_block_discarded(block);
  block.translated = false;
  block.ticks = Superblock::never;
  block.visits = 0;
  for (const CellIndex cell : block.cells) unlink(cell, block);
  block.cells.clear();
}

}  // namespace fungescope
