#include "jit/tier/compiled_regions.h"

#include <algorithm>
#include <utility>

namespace fungescope::jit {

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
  native.replaces = replaced;
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
    const auto found = by_block_.find(superblock);
    std::erase(found->second, id);
    if (!found->second.empty()) continue;
    by_block_.erase(found);
    superblock->compiled = false;
  }
  for (const CellIndex cell : region.dependencies) {
    const auto found = by_cell_.find(cell);
    std::erase(found->second, id);
    if (!found->second.empty()) continue;
    by_cell_.erase(found);
    cache_->remove_dependency(cell);
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
  const auto found = by_block_.find(&superblock);
  if (found == by_block_.end()) return {};
  return found->second;
}

std::span<const RegionId> CompiledRegions::depending_on(CellIndex cell) const {
  const auto found = by_cell_.find(cell);
  if (found == by_cell_.end()) return {};
  return found->second;
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

}  // namespace fungescope::jit
