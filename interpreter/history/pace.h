// Adapts the number of ticks between polls of the monitor, and between checkpoints, to the tier.
//
// Native code executes many times the interpreter's ticks in the same time, so intervals between
// checkpoints are longer by that factor where it runs, and slices grow within a run. A run starts
// with a short slice, because observers or traps may make it slow.
#pragma once

#include "vm/machine.h"

#include <algorithm>

namespace fungescope {

class Pace {
 public:
  // Ticks between two polls of the monitor: about a millisecond.
  [[nodiscard]] Tick slice() const { return shortest_slice * in_run_; }
  // Factor for checkpoint intervals, 1 for the interpreter.
  [[nodiscard]] Tick of_intervals() const { return of_intervals_; }

  void begin_run() { in_run_ = 1; }
  // Records that a slice ran `ticks`, of which `native` in native code. Ignores short slices.
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
