// Sums the work of engines on several threads.
#pragma once

#include "cli/run_stats.h"

#include <algorithm>
#include <mutex>

namespace fungescope {

class EngineTotals {
 public:
  // `ticks`: of all tiers. A run cut short may be in `stats` only.
  void add(const JitStats& stats, Tick ticks) {
    const std::lock_guard lock(mutex_);
    ticks_ += stats ? std::max(ticks, stats->native_ticks) : ticks;
    if (!stats) return;
    if (!jit_) jit_.emplace();
    *jit_ += *stats;
  }
  [[nodiscard]] JitStats jit() const {
    const std::lock_guard lock(mutex_);
    return jit_;
  }
  [[nodiscard]] Tick ticks() const {
    const std::lock_guard lock(mutex_);
    return ticks_;
  }

 private:
  mutable std::mutex mutex_;
  JitStats jit_;
  Tick ticks_ = 0;
};

}  // namespace fungescope
