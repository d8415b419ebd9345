#include "jit/passes/passes.h"

namespace fungescope::jit {

void optimise(Graph& graph, const OptimiseOptions& options) {
  remove_trivial_phis(graph);
  if (options.divisions) replace_divisions(graph);
  number_values(graph);
  remove_dead_code(graph);
}

}  // namespace fungescope::jit
