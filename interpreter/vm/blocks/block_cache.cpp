#include "vm/blocks/block_cache.h"

#include <cassert>
#include <cstring>

namespace fungescope {
namespace {

constexpr std::size_t min_index_size = 64;

}  // namespace

BlockCache::BlockCache(Size size, std::uint64_t translation_heat, std::size_t max_memory)
    : size_(size),
      translation_heat_(translation_heat),
      marks_(static_cast<std::size_t>(size.area())),
      heat_(static_cast<std::size_t>(size.area())),
      max_memory_(max_memory),
      count_(std::make_unique<ByteCount>()),
      blocks_(CountingAllocator<Superblock>(count_.get())),
      index_(min_index_size, nullptr, CountingAllocator<Superblock*>(count_.get())),
      first_link_(static_cast<std::size_t>(size.area())),
      links_(1, Link{}, CountingAllocator<Link>(count_.get())) {}

Superblock& BlockCache::find(Point at, Heading heading) {
  const CellIndex cell = index_of(at);
  Superblock*& slot = slot_of(HeatTable::key_of(cell, heading));
  if (slot != nullptr) return *slot;
  Superblock& block = blocks_.emplace_back(count_.get());
  block.cell = cell;
  block.heading = heading;
  slot = &block;
  if (blocks_.size() * 2 > index_.size()) grow_index();
  return block;
}

// Returns the place of a block in the index: the block, or null where it would be.
Superblock*& BlockCache::slot_of(std::uint64_t key) {
  const std::size_t mask = index_.size() - 1;
  std::size_t i = static_cast<std::size_t>(HeatTable::hash_of(key) >> 32U) & mask;
  while (index_[i] != nullptr && HeatTable::key_of(index_[i]->cell, index_[i]->heading) != key) {
    i = (i + 1) & mask;
  }
  return index_[i];
}

void BlockCache::grow_index() {
  index_.assign(index_.size() * 2, nullptr);
  for (Superblock& block : blocks_) slot_of(HeatTable::key_of(block.cell, block.heading)) = &block;
}

HeatTable::Slot& BlockCache::admit(std::uint64_t key) {
  HeatTable::Slot& slot = heat_.admit(key);
  Superblock* const block = slot_of(key);
  if (block != nullptr && block->has_code()) slot.block = block;
  return slot;
}

void BlockCache::expect(Superblock& continuation) {
  continuation.continues = true;
  if (continuation.has_code()) return;
  heat_.heat_up(HeatTable::key_of(continuation.cell, continuation.heading));
}

// Returns an upper bound of the bytes that a translation adds while the tables grow.
std::size_t BlockCache::max_growth() const {
  constexpr std::size_t max_cells = max_block_cells + 1;  // with the one before which it ends
  // At most two operations a cell.
  constexpr std::size_t code =
      max_cells * (2 * sizeof(MicroOp) + 2 * sizeof(StackEffect) + sizeof(CellIndex));
  // The block and those at its exits; with what the deques allocate ahead.
  constexpr std::size_t blocks = 24 * sizeof(Superblock);
  constexpr std::size_t links = 2 * max_cells * sizeof(Link);
  const std::size_t deque_tables = 2 * sizeof(void*) * blocks_.size() + links_.size();
  const bool index_grows = (blocks_.size() + 8) * 2 > index_.size();
  const std::size_t index = index_grows ? 2 * index_.size() * sizeof(Superblock*) : 0;
  return code + blocks + links + deque_tables + index;
}

void BlockCache::clear() {
  if (listener_ != nullptr) listener_->on_all_discarded();
  for (Superblock& block : blocks_) {
    if (block.has_code()) discard(block);
  }
  heat_ = HeatTable(marks_.size());
  blocks_ = decltype(blocks_)(blocks_.get_allocator());
  index_ = decltype(index_)(min_index_size, nullptr, index_.get_allocator());
  links_ = decltype(links_)(1, Link{}, links_.get_allocator());
  free_link_ = 0;
}

void BlockCache::add_code(Superblock& block) {
  block.translated = true;
  if (block.length >= long_block) marks_[block.cell] |= begins_long_block;
  if (HeatTable::Slot* const slot = heat_.find(HeatTable::key_of(block.cell, block.heading))) {
    slot->block = &block;
    slot->set_heat(0);
  }
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
  // Few of the cells that change are code, so the marks are tested first, several at a time.
  constexpr std::size_t chunk = sizeof(std::uint64_t);
  constexpr std::uint64_t all_covered = 0x0101010101010101U * covered;
  std::size_t i = 0;
  const auto compare_until = [&](std::size_t end) {
    for (; i < end; ++i) {
      if (now[i] != next[i]) discard_blocks_of(static_cast<CellIndex>(first + i));
    }
  };
  while (i + chunk <= now.size()) {
    std::uint64_t marks = 0;
    std::memcpy(&marks, marks_.data() + first + i, chunk);
    if ((marks & all_covered) != 0) {
      compare_until(i + chunk);
    } else {
      i += chunk;
    }
  }
  compare_until(now.size());
}

void BlockCache::arm(const Traps& traps) {
  assert(traps.field() == size_);
  if (traps.version() == armed_.version) return;
  if (!can_keep_blocks(traps)) {
    clear();
    marks_ = decltype(marks_)(marks_.size());
    armed_ = {};
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
  // Another long block may begin here: it is found a little later.
  marks_[block.cell] &= static_cast<std::uint8_t>(~begins_long_block);
  block.ticks = Superblock::never;
  if (HeatTable::Slot* const slot = heat_.find(HeatTable::key_of(block.cell, block.heading))) {
    slot->block = nullptr;
  }
  for (const CellIndex cell : block.cells) unlink(cell, block);
  block.cells.clear();
}

}  // namespace fungescope
