// Remembers the superblocks from which no region is compiled for some time, because entering native
// code there did not pay. Each failure doubles the time: the program may behave differently later.
#pragma once

#include "jit/tier/ledger.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace fungescope::jit {

class Bans {
 public:
  // `now`: the interpreter's work so far; `cost`: of compiling.
  void add(const Superblock& superblock, Work now, Work cost) {
    Ban& ban = bans_[&superblock];
    ban.length = std::max(2 * ban.length, work_per_cost * cost);
    ban.until = now + ban.length;
  }
  void add_forever(const Superblock& superblock) {
    bans_[&superblock].until = std::numeric_limits<Work>::max();
  }
  // The superblock loses its code.
  void remove(const Superblock& superblock) { bans_.erase(&superblock); }
  void clear() { bans_.clear(); }
  [[nodiscard]] bool contains(const Superblock& superblock, Work now) const {
    const auto found = bans_.find(&superblock);
    return found != bans_.end() && now < found->second.until;
  }

 private:
  static constexpr Work work_per_cost = 64;
  struct Ban {
    Work until = 0;
    Work length = 0;
  };
  std::unordered_map<const Superblock*, Ban> bans_;  // also those that are over
};

}  // namespace fungescope::jit
