// Slices of a replay that continues where the last slice was interrupted.
#pragma once

#include "history/history.h"

#include <algorithm>
#include <chrono>

namespace fungescope::ui {

// Lengthens slices that get nowhere. Where checkpoints are far apart, the replay up to the first
// new tick takes longer than a time slice: each slice would repeat it and never get further.
class ReplayPace {
 public:
  using Clock = std::chrono::steady_clock;

  // Interrupts when `outer` does, but not before a minimum time.
  class Slice final : public Monitor {
   public:
    Slice(Monitor& outer, Clock::duration minimum)
        : outer_(outer), until_(Clock::now() + minimum) {}
    bool should_continue(Tick now, Tick goal) override {
      return outer_.should_continue(now, goal) || Clock::now() < until_;
    }

   private:
    Monitor& outer_;
    Clock::time_point until_;
  };

  [[nodiscard]] Slice slice(Monitor& outer) const { return {outer, minimum_}; }
  // To be called after each slice.
  void advanced(bool further) {
    using std::chrono::milliseconds;
    if (!further) {
      minimum_ = std::clamp<Clock::duration>(2 * minimum_, milliseconds(10), milliseconds(500));
    }
  }

 private:
  Clock::duration minimum_{};
};

}  // namespace fungescope::ui
