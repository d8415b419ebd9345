// The passes over a graph, in the order in which `optimise` runs them. Each is explained at the top
// of its file.
#pragma once

#include "jit/ir/ir.h"

namespace fungescope::jit {

void remove_trivial_phis(Graph& graph);
void number_values(Graph& graph);
// Returns whether a `?` was converted; phis and values should then be simplified again.
bool if_convert(Graph& graph);
void remove_unreachable_blocks(Graph& graph);
// `divisions`: also lowers divisions by constants.
void propagate_ranges(Graph& graph, bool divisions);
void remove_stack_checks(Graph& graph);
void compare_updated_counters(Graph& graph);
void remove_dead_code(Graph& graph);

struct OptimiseOptions {
  bool divisions = true;  // lower divisions by constants; a C compiler does so itself
};
void optimise(Graph& graph, const OptimiseOptions& options = {});

}  // namespace fungescope::jit
