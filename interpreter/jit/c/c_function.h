// From a graph to a C function.
//
// The idea: a value is a local variable, a part a label, a phi a variable that the edges
// set. The C compiler finds its own registers, so nothing is done here that it does
// better. An exit names its place in the table `exits` of the program, and the
// runtime (runtime.c) goes on there.
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

// Where compiled code is left for the runtime.
struct CExit {
  CodePosition place;
  bool step = false;  // the interpreter must execute that cell
};

struct CFunctionOptions {
  std::string name;
  bool counts_down = false;  // the run stops at the tick MAX_TICKS
};

// The function `static unsigned NAME(unsigned entry)`. Appends its exits to `exits`.
[[nodiscard]] std::string c_function(const Graph& graph, const CFunctionOptions& options,
                                     std::vector<CExit>& exits);

// Returns the text of runtime.c, which is part of every compiled program.
[[nodiscard]] std::string_view c_runtime();

}  // namespace fungescope::jit
