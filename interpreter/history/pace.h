// How long a history runs before it looks up: at its monitor, and at its checkpoints.
//
// Native code does in the same time many times the ticks that the interpreter does. So intervals
// between checkpoints are that much longer where it ran, and slices become so within a run. A run
// begins with a short slice: it may be another that is observed, or has traps, and takes its time.
#pragma once

#include "vm/machine.h"

#include <algorithm>

namespace fungescope {

class Pace {
 public:
  // Ticks between two questions to the monitor: about a millisecond.
  [[nodiscard]] Tick slice() const { return shortest_slice * in_run_; }
  // By what an interval that would do for the interpreter is to be multiplied.
  [[nodiscard]] Tick of_intervals() const { return of_intervals_; }

  void begin_run() { in_run_ = 1; }
  // So many ticks were run in a slice, of which native code made so many. A short piece at the end
  // of a slice says nothing.
  void note(Tick ticks, Tick native) {
    if (ticks < shortest_slice) return;
    const bool is_native = native >= ticks / 8 * 7;
    of_intervals_ = is_native ? fastest : 1;
    in_run_ = is_native ? std::min(fastest, 2 * in_run_) : 1;
  }

 private:
  static constexpr Tick shortest_slice = 1'000'000;
  static constexpr Tick fastest = 32;

  Tick of_intervals_ = 1;
  Tick in_run_ = 1;
};

}  // namespace fungescope
