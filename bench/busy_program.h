// Provides sudoku.b93 with a puzzle that takes tens of billions of ticks, for benchmarks of long
// runs.
#pragma once

#include "history/ports.h"

#include <string>

#include "workloads.h"

namespace fungescope::bench {

inline constexpr Tick giga = 1'000'000'000;

inline std::string busy_source() {
  return std::string(find_built_in("@sudoku").value()->source);
}

inline Machine busy_machine() {
  return machine_of(workloads.front());
}

inline InputLog busy_input() {
  return InputLog(busy_puzzle, InputLog::End::closed);
}

}  // namespace fungescope::bench
