#include "jit/tier/estimate.h"

#include <algorithm>

namespace fungescope::jit {

void Samples::add(const Superblock& superblock) {
  samples_.at(next_++ % samples_.size()) = {&superblock,
                                            {avoidable_work_of(superblock), superblock.length},
                                            {random_branch_work_of(superblock), superblock.length}};
}

RegionEstimate Samples::estimate(std::span<const RegionNode> nodes) const {
  RegionEstimate estimate;
  std::vector<const Superblock*>& superblocks = estimate.superblocks;
  for (const RegionNode& node : nodes) {
    if (!node.is_stub) superblocks.push_back(node.superblock);
  }
  std::sort(superblocks.begin(), superblocks.end());
  superblocks.erase(std::unique(superblocks.begin(), superblocks.end()), superblocks.end());
  std::size_t micro_ops = 0;
  Work avoidable = 0;
  Work mispredicted = 0;
  Tick ticks = 0;
  for (const Superblock* superblock : superblocks) {
    const Work random_branch = random_branch_work_of(*superblock);
    micro_ops += superblock->ops.size();
    avoidable += avoidable_work_of(*superblock);
    mispredicted += random_branch;
    estimate.random_branches += random_branch != 0 ? 1 : 0;
    ticks += superblock->length;
  }
  estimate.code = cost::of_code(nodes.size(), micro_ops);
  // All superblocks count as much as each other, until samples say more.
  estimate.avoidable = Rate(avoidable, ticks);
  estimate.mispredicted = Rate(mispredicted, ticks);
  for (const Sample& sample : samples_) {
    if (!std::binary_search(superblocks.begin(), superblocks.end(), sample.superblock)) continue;
    estimate.avoidable.average(sample.avoidable);
    estimate.mispredicted.average(sample.mispredicted);
  }
  return estimate;
}

}  // namespace fungescope::jit
