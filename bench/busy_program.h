// Provides sudoku.b93 with a puzzle that takes tens of billions of ticks, for benchmarks of long
// runs.
#pragma once

#include "history/input_log.h"
#include "lang/loader.h"
#include "vm/machine.h"

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

namespace fungescope::bench {

inline constexpr Tick giga = 1'000'000'000;

// Has no solution, which is hard to prove: from Peter Norvig's essay "Solving Every Sudoku Puzzle".
inline constexpr const char* busy_puzzle =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........\n";

inline std::string busy_source() {
  std::ifstream file(FUNGESCOPE_PROGRAMS "/sudoku/sudoku.b93", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Machine busy_machine() {
  return Machine(std::move(load(busy_source(), {}).value().playfield));
}

inline InputLog busy_input() {
  return InputLog(busy_puzzle, InputLog::End::closed);
}

}  // namespace fungescope::bench
