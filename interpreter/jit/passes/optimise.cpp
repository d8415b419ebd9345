#include "jit/passes/passes.h"

namespace fungescope::jit {

void optimise(Graph& graph, const OptimiseOptions& options) {
  remove_trivial_phis(graph);
  number_values(graph);
  if (use_selects(graph)) {
    remove_trivial_phis(graph);
    number_values(graph);
  }
  use_ranges(graph, options.divisions);
  if (options.divisions) number_values(graph);
  drop_stack_checks(graph);
  compare_fresh_counters(graph);
  remove_dead_code(graph);
}

}  // namespace fungescope::jit
