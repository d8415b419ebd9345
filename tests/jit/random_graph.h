// Graphs with high register pressure: many long live ranges, all operations.
#pragma once

#include "jit/small_graph.h"

namespace fungescope::jit::test {

struct RandomGraphSize {
  int slots = 12;       // read at the start, and written at the end
  int operations = 40;  // in a block
  std::size_t entries = 1;
  // Whether the stack is rebased in the middle. Values loaded before are used afterwards,
  // which lifting never does, and passes depend on.
  bool rebases = true;
};

// Entries, a loop in a loop with two or four arms in each, and an end that stores all values. It
// ends after some iterations, uses slots -1 to -`slots` and a field of 10 x 10 cells, and prints
// and reads.
[[nodiscard]] Graph random_graph(std::uint64_t seed, const RandomGraphSize& size);

// Irreducible control flow: blocks that lead anywhere, also into the middle of loops, and count
// with small numbers that they compare and divide. Each block uses only its own phis. Uses slots -1
// to -3, and runs at most until no ticks are left.
[[nodiscard]] Graph random_flow(std::uint64_t seed);

}  // namespace fungescope::jit::test
