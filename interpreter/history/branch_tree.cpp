#include "history/branch_tree.h"

#include <algorithm>

namespace fungescope {

Branch& BranchTree::add(BranchId parent, Snapshot first, InputLog input) {
  const BranchId id = next_id_++;
  auto branch = std::make_unique<Branch>(id, parent, std::move(first), std::move(input));
  current_ = (branches_[id] = std::move(branch)).get();
  return *current_;
}

void BranchTree::drop(BranchId id) {
  std::vector<BranchId> children;
  for (const auto& [child, branch] : branches_) {
    if (branch->parent == id && child != id) children.push_back(child);
  }
  for (const BranchId child : children) drop(child);
  branches_.erase(id);
}

Branch* BranchTree::find(BranchId id) const {
  const auto found = branches_.find(id);
  return found == branches_.end() ? nullptr : found->second.get();
}

const Branch& BranchTree::owner_of(Tick tick) const {
  const Branch* branch = current_;
  while (tick < branch->begin() && branch->id != branch->parent) branch = &parent_of(*branch);
  return *branch;
}

std::vector<const Branch*> BranchTree::line() const {
  std::vector<const Branch*> line{current_};
  while (line.back()->id != line.back()->parent) line.push_back(&parent_of(*line.back()));
  std::reverse(line.begin(), line.end());
  return line;
}

const Branch* BranchTree::next_on_line(const Branch& branch) const {
  if (&branch == current_) return nullptr;
  const Branch* next = current_;
  while (&parent_of(*next) != &branch) next = &parent_of(*next);
  return next;
}

Tick BranchTree::end_on_line(const Branch& branch) const {
  const Branch* next = next_on_line(branch);
  return next == nullptr ? branch.end : next->begin();
}

}  // namespace fungescope
