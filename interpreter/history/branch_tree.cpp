#include "history/branch_tree.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace fungescope {

CheckpointList::CheckpointList(Snapshot first) {
  append({std::move(first), {}});
}

std::size_t CheckpointList::bytes_of(const Checkpoint& checkpoint) {
  return checkpoint.state.unshared_bytes() + (sizeof(Checkpoint) - sizeof(Snapshot)) +
         checkpoint.written.capacity() * sizeof(CellGroup);
}

void CheckpointList::append(Checkpoint checkpoint) {
  bytes_ += bytes_of(checkpoint);
  checkpoints_.push_back(std::move(checkpoint));
}

void CheckpointList::restart(Snapshot first) {
  bytes_ -= bytes_of(checkpoints_.front());
  checkpoints_.front().state = std::move(first);
  bytes_ += bytes_of(checkpoints_.front());
}

const Snapshot* CheckpointList::at_or_before(Tick tick) const {
  const auto after = std::upper_bound(
      checkpoints_.begin(), checkpoints_.end(), tick,
      [](Tick t, const Checkpoint& checkpoint) { return t < checkpoint.state.tick(); });
  return after == checkpoints_.begin() ? nullptr : &std::prev(after)->state;
}

const Snapshot& CheckpointList::before_output(std::uint64_t size) const {
  const auto after = std::upper_bound(checkpoints_.begin(), checkpoints_.end(), size,
                                      [](std::uint64_t bytes, const Checkpoint& checkpoint) {
                                        return bytes < checkpoint.state.output_size();
                                      });
  return after == checkpoints_.begin() ? first() : std::prev(after)->state;
}

bool CheckpointList::may_have_written(Tick begin, Tick end,
                                      std::span<const CellGroup> cells) const {
  auto checkpoint =
      std::upper_bound(checkpoints_.begin(), checkpoints_.end(), begin,
                       [](Tick t, const Checkpoint& c) { return t < c.state.tick(); });
  for (; checkpoint != checkpoints_.end(); ++checkpoint) {
    if (intersect(checkpoint->written, cells)) return true;
    if (checkpoint->state.tick() >= end) break;
  }
  return false;
}

void CheckpointList::thin(Tick interval) {
  std::vector<Checkpoint> kept;
  kept.push_back(std::move(checkpoints_.front()));
  std::vector<CellGroup> dropped;
  for (std::size_t i = 1; i < checkpoints_.size(); ++i) {
    Checkpoint& checkpoint = checkpoints_[i];
    const bool last = i + 1 == checkpoints_.size();
    if (!last && checkpoints_[i + 1].state.tick() - kept.back().state.tick() <= interval) {
      dropped = merged(dropped, checkpoint.written);
      continue;
    }
    if (!dropped.empty()) checkpoint.written = merged(dropped, checkpoint.written);
    dropped.clear();
    kept.push_back(std::move(checkpoint));
  }
  checkpoints_ = std::move(kept);
  bytes_ = 0;
  for (const Checkpoint& checkpoint : checkpoints_) bytes_ += bytes_of(checkpoint);
}

std::size_t Branch::given_bytes() const {
  std::size_t bytes = input.bytes().size();
  for (const Edit& edit : edits) {
    if (const auto* stack = std::get_if<SetStack>(&edit)) {
      bytes += stack->values.size() * sizeof stack->values[0];
    } else if (const auto* replaced = std::get_if<SetInput>(&edit)) {
      bytes += replaced->bytes.size();
    }
  }
  return bytes;
}

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

std::string BranchTree::stored_output(std::uint64_t from, std::uint64_t to) const {
  std::string text;
  for (const Branch* branch : line()) {
    const std::uint64_t begin = std::max(from, branch->output_begin());
    const std::uint64_t stored_end = branch->output_begin() + branch->output.size();
    // The output that a branch stores beyond the beginning of the next belongs to another future.
    const Branch* next = next_on_line(*branch);
    const std::uint64_t last =
        std::min({to, stored_end, next == nullptr ? to : next->output_begin()});
    if (begin >= last) continue;
    if (begin != from + text.size()) break;
    text += branch->output.substr(begin - branch->output_begin(), last - begin);
  }
  return text;
}

template <class Of>
std::size_t BranchTree::sum(const Of& of) const {
  std::size_t sum = 0;
  for (const auto& [id, branch] : branches_) sum += of(*branch);
  return sum;
}

std::size_t BranchTree::checkpoint_count() const {
  return sum([](const Branch& branch) { return branch.checkpoints.all().size(); });
}
std::size_t BranchTree::given_bytes() const {
  return sum([](const Branch& branch) { return branch.given_bytes(); });
}
std::size_t BranchTree::recorded_bytes() const {
  return sum(
      [](const Branch& branch) { return branch.checkpoints.bytes() + branch.output.capacity(); });
}
std::size_t BranchTree::other_output_bytes() const {
  return sum([](const Branch& branch) { return branch.output.size(); }) - current_->output.size();
}

void BranchTree::thin(Tick interval) {
  for (const auto& [id, branch] : branches_) branch->checkpoints.thin(interval);
}

}  // namespace fungescope
