// Graphs that make as much of registers as can be: many values that live long, all operations.
#pragma once

#include "jit/small_graph.h"

#include <cstdint>

namespace fungescope::jit::test {

struct RandomGraphSize {
  int slots = 12;       // that are read at the start, and written at the end
  int operations = 40;  // in a part
  std::size_t entries = 1;
  // Whether the stack moves in the middle. Behind that, values are used that were loaded before,
  // which lifting does not do, and passes rely on.
  bool rebases = true;
};

// Entries, a loop in a loop with two or four ways in each, and an end that stores what there is. It
// ends after some rounds, runs on slots -1 to -`slots`, and on a field of 10 x 10 cells. It prints
// and reads.
[[nodiscard]] Graph random_graph(std::uint64_t seed, const RandomGraphSize& size);

// Parts that lead anywhere, into the middle of loops too, and count with small numbers that they
// compare and divide; all else is as small as can be. Each part uses only what is brought to it.
// Runs on slots -1 to -3, until it has no ticks left at the latest.
[[nodiscard]] Graph random_flow(std::uint64_t seed);

}  // namespace fungescope::jit::test
