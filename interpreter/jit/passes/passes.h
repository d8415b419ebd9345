// The passes over a graph, in the order in which `optimise` runs them. Each is
// explained at the top of its file.
#pragma once

#include "jit/ir/ir.h"

#include <string>

namespace fungescope::jit {

void remove_trivial_phis(Graph& graph);
void number_values(Graph& graph);
// Whether there was anything to do; phis and values are then to be looked at again.
bool if_convert(Graph& graph);
void remove_unreachable_blocks(Graph& graph);
// `divisions`: by constants, without a divide instruction.
void propagate_ranges(Graph& graph, bool divisions);
void remove_stack_checks(Graph& graph);
void compare_updated_counters(Graph& graph);
void remove_dead_code(Graph& graph);

// Empty, or what is wrong with the graph.
[[nodiscard]] std::string verify(const Graph& graph);

struct OptimiseOptions {
  bool divisions = true;  // a C compiler does that itself
};
void optimise(Graph& graph, const OptimiseOptions& options = {});

}  // namespace fungescope::jit
