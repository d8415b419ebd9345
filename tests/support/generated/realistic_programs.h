// Generates programs like those that people write, for comparing tiers on hot code: nested loops
// with counters in cells and on the stack, tables, variables, string mode, calls with return
// numbers, and code that overwrites its own operands, directions and instructions.
//
// A program is made as a tree (sequence, loop, if, table access, call, ...) and laid out by
// support/layout.h, so nearly all run for long: a main loop around everything wraps over the edges
// of the field.
#pragma once

#include "base/random.h"
#include "lang/playfield.h"

namespace fungescope::test {

struct RealisticProgramStyle {
  // Rarely contains undefined operations: accesses outside the field, pops from the empty stack,
  // division by zero. For dialects that stop at them.
  bool tidy = false;
  // Cells changed at random after the program was made.
  int mutations = 0;
  // With signed bytes the field reads as `bef` loads it.
  bool signed_bytes = false;
};

// Not wider or higher than 250 cells. Cost: some ten to some hundred microseconds.
[[nodiscard]] Playfield realistic_program(Random& random, const RealisticProgramStyle& style);

}  // namespace fungescope::test
