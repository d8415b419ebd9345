// Slices of a replay that continues where the last slice was interrupted.
#pragma once

#include "history/history.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace fungescope::ui {

// Lengthens slices that get nowhere, or hardly. Where checkpoints are far apart, the replay up to
// the first new tick takes longer than a time slice: each slice would repeat it and never get
// further. In a large field, going there and back takes longer than the slice.
class ReplayPace {
 public:
  using Clock = std::chrono::steady_clock;

  // Interrupts when `outer` does, but not before a minimum time.
  class Slice final : public Monitor {
   public:
    Slice(Monitor& outer, Clock::duration minimum)
        : outer_(outer), began_(Clock::now()), until_(began_ + minimum) {}
    bool should_continue(Tick now, Tick goal) override {
      if (outer_.should_continue(now, goal)) return true;
      const auto time = Clock::now();
      if (time < until_) return true;
      stopped_ = time;
      return false;
    }
    // Whether the way back to the present, up to now, took long compared with the slice.
    [[nodiscard]] bool returned_slowly() const {
      return stopped_ && Clock::now() - *stopped_ > (*stopped_ - began_) / 2;
    }

   private:
    Monitor& outer_;
    Clock::time_point began_;
    Clock::time_point until_;
    std::optional<Clock::time_point> stopped_;
  };

  [[nodiscard]] Slice slice(Monitor& outer) const { return {outer, minimum_}; }
  // To be called after each slice, back at the present instant.
  void advanced(bool further, const Slice& slice) {
    using std::chrono::milliseconds;
    if (!further || slice.returned_slowly()) {
      minimum_ = std::clamp<Clock::duration>(2 * minimum_, milliseconds(10), milliseconds(500));
    }
  }

 private:
  Clock::duration minimum_{};
};

}  // namespace fungescope::ui
