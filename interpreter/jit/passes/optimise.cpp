#include "jit/passes/passes.h"

namespace fungescope::jit {

void optimise(Graph& graph, const OptimiseOptions& options) {
  remove_trivial_phis(graph);
  number_values(graph);
  if (if_convert(graph)) {
    remove_trivial_phis(graph);
    number_values(graph);
  }
  propagate_ranges(graph, options.divisions);
  if (options.divisions) number_values(graph);
  remove_stack_checks(graph);
  compare_updated_counters(graph);
  remove_dead_code(graph);
}

}  // namespace fungescope::jit
