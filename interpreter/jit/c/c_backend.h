// A whole program as portable C: what `fungescope compile` writes, a second oracle for
// the JIT, and the yardstick for its code.
//
// The idea: all code that can be found without running it (static_code.h) is lifted and
// optimised as the JIT does it, and written as C functions; a small interpreter in C
// (runtime.c) runs the rest: what is written over, what pops from the empty stack or leaves the
// field, the end. It goes on in compiled code wherever there is an entry.
//
// Code that changes: compiled code is used only while all cells that it was made from are
// as they were, which the runtime counts. Cells that are known to change are never compiled.
//
// Cost: some ms and the rehearsal.
// Test: tests/jit/c_program_test.cpp, and c_programs_test.cpp with the system's compiler.
#pragma once

#include "lang/geometry.h"
#include "vm/machine.h"
#include "vm/run.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fungescope::jit {

struct COptions {
  std::string name;                 // of the source, for a comment
  std::vector<Rectangle> data;      // regions of the field that hold data, as far as is known
  std::string sample_input;         // what the program might read
  Tick max_ticks = no_limit;        // where the program stops; without a limit it is faster
  Tick profile_ticks = 10'000'000;  // ticks
  std::size_t max_superblocks = 40'000;
  std::size_t superblocks_per_function = 3'000;
};

struct CProgram {
  std::string text;
  std::size_t functions = 0;
  std::size_t superblocks = 0;
  std::size_t entries = 0;
};

// Can this machine be compiled? Empty, or what stands against it: the dialect must be one that
// never stops or warns, and the field of at most 2^27 cells.
[[nodiscard]] std::string c_obstacle(const Machine& machine);

// `machine` is at its start, and there is no obstacle. The C program has its seed and `max_stack`.
[[nodiscard]] CProgram c_program(const Machine& machine, const COptions& options);

}  // namespace fungescope::jit
