// Compiles a whole program to portable C, for `fungescope compile`. It is also a second oracle for
// the JIT, and a yardstick for its code.
//
// All code that can be found without running it (static_code.h) is lifted and optimised as in the
// JIT, and written as C functions. A small interpreter in C (runtime.c) runs the rest: code that is
// written over, pops from the empty stack, coordinates outside the field, the end, and what is
// beyond the limits on the size of the C. It returns to compiled code wherever there is an entry.
//
// The limits exist because C compilers take more than linear time for a function: without them they
// would not finish on a field of `?`, where every cell is entered from four sides. Code that the
// profile run executed comes first.
//
// Self-modification: compiled code is used only while all cells that it was made from have their
// original values, which the runtime counts. Cells that are known to change are never compiled.
//
// Cost: some milliseconds and the profile run. Test: tests/jit/c_program_test.cpp, and
// c_programs_test.cpp with the system's compiler.
#pragma once

#include "jit/ir/ir.h"
#include "jit/tier/profile_run.h"
#include "lang/geometry.h"
#include "vm/machine.h"
#include "vm/run.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::jit {

struct COptions {
  std::string name;                     // of the source, for a comment
  std::vector<Rectangle> data;          // parts of the field known to hold data
  std::string sample_input;             // input for the profile run
  Tick max_ticks = no_limit;            // where the program stops; it is faster without a limit
  Tick profile_ticks = 10'000'000;      // of the profile run
  std::size_t max_superblocks = 3'000;  // that are compiled
  std::size_t superblocks_per_function = 800;   // fewer where they make long functions
  std::size_t max_function_bytes = 800'000;     // of text; a longer one is interpreted
  std::size_t max_functions_bytes = 1'200'000;  // of all
};

struct CProgram {
  std::string text;
  std::size_t functions = 0;
  std::size_t superblocks = 0;  // that are compiled
  std::size_t entries = 0;
  bool is_whole = true;  // nothing is interpreted because of the limits
};

// Returns an empty string, or the reason why this machine cannot be compiled: the dialect must be
// one that never stops or warns, and the field may have at most 2^27 cells.
[[nodiscard]] std::string c_obstacle(const Machine& machine);

// `machine` must be in its initial state, without an obstacle. The C program has its seed and
// `max_stack`.
[[nodiscard]] CProgram c_program(const Machine& machine, const COptions& options);

// ---- A graph as a C function

// A value becomes a local variable, a block a label, and a phi a variable that the edges set.
// Registers are left to the C compiler. An exit refers to an entry of the table `exits` of the
// program, where the runtime (runtime.c) continues.
//
// Example, the loop in ir.h:
//
//     b1:
//         v5 = ADD(v4, -1);
//         cells[9] = v5;
//         if (v5 != 0) {
//             v4 = v5;
//             goto b1;
//         }
//
// Cost: some 200 ns a value.

// A position where compiled code returns to the runtime.
struct CExit {
  CodePosition position;
  bool step = false;  // the interpreter must execute that cell
};

// Returns the function `static unsigned NAME(unsigned entry)`. Appends its exits to `exits`.
// `counts_down`: the run stops at the tick MAX_TICKS.
[[nodiscard]] std::string c_function(const Graph& graph, const std::string& name, bool counts_down,
                                     std::vector<CExit>& exits);

// Returns the text of runtime.c, which is part of every compiled program.
[[nodiscard]] std::string_view c_runtime();

}  // namespace fungescope::jit
