// Compiles a whole program to portable C, for `fungescope compile`. It is also a second oracle for
// the JIT, and a yardstick for its code.
//
// All code that can be found without running it (static_code.h) is lifted and optimised as in the
// JIT, and written as C functions. A small interpreter in C (runtime.c) runs the rest: code that is
// written over, pops from the empty stack, coordinates outside the field, the end. It returns to
// compiled code wherever there is an entry.
//
// Self-modification: compiled code is used only while all cells that it was made from have their
// original values, which the runtime counts. Cells that are known to change are never compiled.
//
// Cost: some milliseconds and the profile run. Test: tests/jit/c_program_test.cpp, and
// c_programs_test.cpp with the system's compiler.
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
  std::vector<Rectangle> data;      // parts of the field known to hold data
  std::string sample_input;         // input for the profile run
  Tick max_ticks = no_limit;        // where the program stops; it is faster without a limit
  Tick profile_ticks = 10'000'000;  // of the profile run
  std::size_t max_superblocks = 40'000;
  std::size_t superblocks_per_function = 3'000;
};

struct CProgram {
  std::string text;
  std::size_t functions = 0;
  std::size_t superblocks = 0;
  std::size_t entries = 0;
};

// Returns an empty string, or the reason why this machine cannot be compiled: the dialect must be
// one that never stops or warns, and the field may have at most 2^27 cells.
[[nodiscard]] std::string c_obstacle(const Machine& machine);

// `machine` must be in its initial state, without an obstacle. The C program has its seed and
// `max_stack`.
[[nodiscard]] CProgram c_program(const Machine& machine, const COptions& options);

}  // namespace fungescope::jit
