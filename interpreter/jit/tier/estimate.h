// Estimates what compiling a region costs and what its native code saves, from its superblocks and
// from samples of the interpreter, which tell where the program spends its time.
#pragma once

#include "jit/lift/region.h"
#include "jit/tier/ledger.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace fungescope::jit {

struct RegionEstimate {
  std::vector<const Superblock*> superblocks;  // each once, in ascending order
  Work code = 0;                               // see cost::of_code
  std::size_t random_branches = 0;
  // Rates of the ticks that the region will execute.
  Rate avoidable;     // see avoidable_work_of
  Rate mispredicted;  // see random_branch_work_of

  // Returns the rate of the work that native code avoids, with random branches or, after
  // if-conversion has removed them, without.
  [[nodiscard]] Rate gain(bool with_random_branches) const {
    return with_random_branches ? avoidable - mispredicted : avoidable;
  }
  // Whether native code may pay. Where there are only a few random branches, if-conversion may
  // remove them all.
  [[nodiscard]] bool is_promising() const {
    constexpr std::size_t max_convertible = 8;
    return gain(random_branches > max_convertible).is_positive();
  }
};

// The superblocks that the interpreter was in, at the last samples.
class Samples {
 public:
  void add(const Superblock& superblock);
  void clear() { samples_ = {}; }
  // `nodes` may be incomplete: see form_region.
  [[nodiscard]] RegionEstimate estimate(std::span<const RegionNode> nodes) const;

 private:
  struct Sample {
    const Superblock* superblock = nullptr;  // may have lost its code since
    Rate avoidable;
    Rate mispredicted;
  };
  std::array<Sample, 256> samples_{};
  std::size_t next_ = 0;
};

}  // namespace fungescope::jit
