#include "jit/tier/compiled_regions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fungescope::jit {

namespace {

// Removes the region from the list of a key. Returns whether that is empty now, and removed.
template <class Lists, class Key>
bool remove_from(Lists& lists, const Key& key, RegionId id) {
  const auto found = lists.find(key);
  std::erase(found->second, id);
  const bool is_empty = found->second.empty();
  if (is_empty) lists.erase(found);
  return is_empty;
}

template <class Lists, class Key>
std::span<const RegionId> list_of(const Lists& lists, const Key& key) {
  const auto found = lists.find(key);
  if (found == lists.end()) return {};
  return found->second;
}

}  // namespace

RegionId CompiledRegions::install(const JitRegion& region, Lifted lifted,
                                  std::unique_ptr<MachineCode> code, std::uint32_t recompiles,
                                  RegionId replaced) {
  const RegionId id = free_id();
  CompiledRegion& native = regions_[id];
  native = {};
  native.code = std::move(code);
  native.dependencies = std::move(lifted.dependencies);
  native.marks_writes = marks_writes_;
  native.recompiles = recompiles;
  native.replaces = replaced;
  for (const Exit& exit : lifted.graph.exits) {
    native.exits.push_back({exit.kind, exit.superblock, exit.op});
  }
  for (const RegionNode& node : region.nodes) {
    native.superblocks.push_back(node.superblock);
    if (!node.entry) continue;
    native.entries.push_back(node.superblock);
    native.depths.push_back(node.depth);
  }
  for (const BasicBlock& block : lifted.graph.blocks) {
    if (block.header && block.superblock != nullptr) {
      native.headers.push_back(const_cast<Superblock*>(block.superblock));
    }
  }
  std::sort(native.superblocks.begin(), native.superblocks.end());
  native.superblocks.erase(std::unique(native.superblocks.begin(), native.superblocks.end()),
                           native.superblocks.end());
  for (Superblock* superblock : native.superblocks) {
    superblock->compiled = true;
    by_block_[superblock].push_back(id);
  }
  for (const CellIndex cell : native.dependencies) {
    cache_->add_dependency(cell);
    by_cell_[cell].push_back(id);
  }
  if (replaced != no_region) regions_[replaced].replaced_by = id;
  ++count_;
  pending_.push_back(id);
  return id;
}

void CompiledRegions::activate(RegionId id) {
  std::erase(pending_, id);
  regions_[id].is_active = true;
  if (regions_[id].marks_writes == marks_writes_) set_entries(id);
}

void CompiledRegions::drop(RegionId id) {
  CompiledRegion& region = regions_[id];
  for (Superblock* superblock : region.entries) {
    if (superblock->entry != 0 && entry_of(*superblock).region == id) superblock->set_entry(0);
  }
  for (Superblock* superblock : region.superblocks) {
    if (remove_from(by_block_, superblock, id)) superblock->compiled = false;
  }
  for (const CellIndex cell : region.dependencies) {
    if (remove_from(by_cell_, cell, id)) cache_->remove_dependency(cell);
  }
  if (region.replaces != no_region) regions_[region.replaces].replaced_by = no_region;
  if (region.replaced_by != no_region) regions_[region.replaced_by].replaces = no_region;
  if (!region.is_active) std::erase(pending_, id);
  region = {};
  if (--count_ == 0) entries_.clear();
}

void CompiledRegions::set_marks_writes(bool marks_writes) {
  if (marks_writes == marks_writes_) return;
  marks_writes_ = marks_writes;
  for (const Entry& entry : entries_) {
    if (entry.superblock->entry != 0) entry.superblock->set_entry(0);
  }
  entries_.clear();
  for (const RegionId id : all()) {
    if (regions_[id].marks_writes == marks_writes && regions_[id].is_active) set_entries(id);
  }
}

std::vector<RegionId> CompiledRegions::all() const {
  std::vector<RegionId> ids;
  for (RegionId id = 0; id < regions_.size(); ++id) {
    if (regions_[id].code != nullptr) ids.push_back(id);
  }
  return ids;
}

std::span<const RegionId> CompiledRegions::with(const Superblock& superblock) const {
  if (!superblock.compiled) return {};
  return list_of(by_block_, &superblock);
}

std::span<const RegionId> CompiledRegions::depending_on(CellIndex cell) const {
  return list_of(by_cell_, cell);
}

RegionId CompiledRegions::free_id() {
  for (RegionId id = 0; id < regions_.size(); ++id) {
    if (regions_[id].code == nullptr) return id;
  }
  regions_.emplace_back();
  return static_cast<RegionId>(regions_.size() - 1);
}

void CompiledRegions::set_entries(RegionId id) {
  const CompiledRegion& region = regions_[id];
  for (std::uint32_t i = 0; i < region.entries.size(); ++i) {
    entries_.push_back({id, i + 1, region.entries[i], region.depths[i]});
    region.entries[i]->set_entry(static_cast<std::uint32_t>(entries_.size()));
  }
}

namespace {

// The depth up to which the memory of the stack need not grow.
std::ptrdiff_t max_depth(const Machine& machine, const StackBounds& bounds) {
  return std::min(static_cast<std::ptrdiff_t>(machine.stack.capacity()), bounds.ceiling);
}

// The depth up to which the high-water mark need not grow, either.
std::ptrdiff_t depth_without_growth(const Machine& machine, const StackBounds& bounds) {
  return std::min(static_cast<std::ptrdiff_t>(machine.stack.high_water()),
                  max_depth(machine, bounds));
}

BlockExit restore_machine(const BlockRun& run, const NativeExit& exit) {
  Machine& machine = run.machine;
  const CodePosition at = position_of(exit);
  machine.ip = run.cache.point_of(at.cell);
  machine.direction = at.heading.direction();
  machine.string_mode = at.heading.string_mode();
  static constexpr std::array results{BlockExit::not_ready, BlockExit::step, BlockExit::input_wait,
                                      BlockExit::output_closed};  // by ExitKind
  return results[static_cast<std::size_t>(exit.kind)];
}

}  // namespace

void NativeCall::begin(const BlockRun& run) {
  source_ = run.machine.field.source();
  deltas_ = run.machine.field.deltas();
  marks_ = run.cache.marks();
  if (WriteMap* const map = run.probe.written; map != nullptr) {
    context_.written_cells = map->cells();
    context_.written_chunks = map->chunks();
  }
}

NativeCall::Stay NativeCall::execute(const BlockRun& run, const CompiledRegion& region,
                                     const CompiledRegions::Entry& entry, Tick max_ticks) {
  Machine& machine = run.machine;
  std::int64_t* const bottom = machine.stack.reserve(machine.stack.size() + 1);
  context_.run = &run;
  context_.random = machine.random.state_address();
  context_.base = bottom + static_cast<std::ptrdiff_t>(machine.stack.size()) - entry.depth;
  const Tick left = std::min(run.until - machine.tick, max_ticks);
  context_.floor = bottom + run.bounds.floor;
  const std::int64_t* const ceiling = bottom + depth_without_growth(machine, run.bounds);
  context_.ceiling = ceiling;
  context_.max_ceiling = bottom + max_depth(machine, run.bounds);
  const auto id = static_cast<ExitId>(
      region.code->function()(left, deltas_, entry.number, &context_, source_, marks_));
  flush_output_buffer(context_);
  const auto new_size = static_cast<std::size_t>(context_.base - bottom);
  const NativeExit& exit = region.exits[id];
  machine.stack.set_size(new_size,
                         context_.ceiling == ceiling ? 0 : new_high_water(bottom, exit, new_size));
  const Tick ticks = left - context_.left;
  machine.tick += ticks;
  return {id, ticks, restore_machine(run, exit)};
}

// Returns the high-water mark that native code has reached, after it has raised its ceiling. It
// does so before it executes the superblock that needs it. If it has left before or in that
// superblock, then only the cells up to there count.
std::size_t NativeCall::new_high_water(const std::int64_t* bottom, const NativeExit& exit,
                                       std::size_t size) const {
  StackEffect executed;  // of the superblock, up to the exit
  Tick remaining = context_.left;
  if (exit.kind != ExitKind::before_block) {
    executed = exit.superblock->uses[exit.op];
    remaining += exit.superblock->ops[exit.op].ticks;
  }
  if (remaining != context_.raised_at) return static_cast<std::size_t>(context_.ceiling - bottom);
  const std::ptrdiff_t size_at_entry = static_cast<std::ptrdiff_t>(size) - executed.depth;
  return static_cast<std::size_t>(
      std::max(context_.ceiling_before - bottom, executed.max_size(size_at_entry)));
}

}  // namespace fungescope::jit
