#include "jit/tier/ledger.h"

namespace fungescope::jit {
namespace {

// The fraction of the interpreter's work that may be lost.
constexpr Work interpreted_per_loss = 40;
// Savings are kept for losses up to so many times the allowance.
constexpr Work kept_allowances = 4;
// Each region that is discarded before it has paid for itself raises the hotness, up to this.
constexpr Work max_backoff = 8;
// After a vain search, the interpreter works for so many times its cost before the next one.
constexpr Work max_search_backoff = 64;

}  // namespace

Work avoidable_work_of(const Superblock& superblock) {
  constexpr Work call = 12;
  const auto reads = [](const MicroOp& op) {
    return op.code == MicroOpcode::input_character || op.code == MicroOpcode::input_number;
  };
  return work_of(superblock) -
         call * std::count_if(superblock.ops.begin(), superblock.ops.end(), reads);
}

Ledger::Ledger(unsigned hotness, Work allowance)
    : hotness_(hotness),
      allowance_(allowance),
      max_balance_(kept_allowances * allowance),
      balance_(allowance) {}

void Ledger::add_interpreted(Work work) {
  const Work before = interpreted_ / interpreted_per_loss;
  interpreted_ += work;
  unpaid_ += work;
  balance_ = std::min(balance_ + interpreted_ / interpreted_per_loss - before, max_balance_);
}

void Ledger::close(const RegionAccount& account) {
  backoff_ =
      account.debt() > 0 ? std::min(backoff_ + 1, max_backoff) : std::max<Work>(backoff_ - 1, 1);
}

void Ledger::add_vain_search(Work cost) {
  charge(cost);
  search_backoff_ = std::min(2 * search_backoff_, max_search_backoff);
  retry_unpaid_ = unpaid_ + search_backoff_ * cost;
}

bool Ledger::spend(Work cost, Work code) {
  const Work needed = code * hotness_ / 100 * backoff_;
  if (unpaid_ < needed || balance_ < cost) {
    // More than needed, since the next search is charged first, and may find a region that is a
    // little larger.
    retry_unpaid_ = needed + needed / 4;
    retry_balance_ = cost + cost / 4;
    return false;
  }
  unpaid_ -= needed;
  balance_ -= cost;
  retry_unpaid_ = 0;
  retry_balance_ = 0;
  search_backoff_ = 1;
  return true;
}

void Ledger::restart() {
  unpaid_ = 0;
  retry_unpaid_ = 0;
  retry_balance_ = 0;
  backoff_ = 1;
  search_backoff_ = 1;
  balance_ = std::max(balance_, allowance_);
}

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
