// Writes a graph as a C function.
//
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
// Cost: some 200 ns a value. Test: tests/jit/c_program_test.cpp.
#pragma once

#include "jit/ir/ir.h"
#include "jit/tier/profile_run.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::jit {

// A position where compiled code returns to the runtime.
struct CExit {
  CodePosition position;
  bool step = false;  // the interpreter must execute that cell
};

struct CFunctionOptions {
  std::string name;
  bool counts_down = false;  // the run stops at the tick MAX_TICKS
};

// Returns the function `static unsigned NAME(unsigned entry)`. Appends its exits to `exits`.
[[nodiscard]] std::string c_function(const Graph& graph, const CFunctionOptions& options,
                                     std::vector<CExit>& exits);

// Returns the text of runtime.c, which is part of every compiled program.
[[nodiscard]] std::string_view c_runtime();

}  // namespace fungescope::jit
