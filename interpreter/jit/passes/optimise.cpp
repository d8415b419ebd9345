#include "jit/passes/passes.h"

#ifndef NDEBUG
#include <cstdlib>

#include <fmt/format.h>
#endif

namespace fungescope::jit {
namespace {

// Builds with assertions verify the graph after each pass.
void check([[maybe_unused]] const Graph& graph, [[maybe_unused]] const char* pass) {
#ifndef NDEBUG
  const std::string error = verify(graph);
  if (error.empty()) return;
  fmt::print(stderr, "after {}: {}\n{}", pass, error, to_text(graph));
  std::abort();
#endif
}

}  // namespace

void optimise(Graph& graph, const OptimiseOptions& options) {
  const auto simplify = [&graph] {
    remove_trivial_phis(graph);
    check(graph, "remove_trivial_phis");
    number_values(graph);
    check(graph, "number_values");
  };
  check(graph, "lifting");
  simplify();
  if (if_convert(graph)) {
    check(graph, "if_convert");
    simplify();
  }
  propagate_ranges(graph, options.divisions);
  check(graph, "propagate_ranges");
  if (options.divisions) {
    number_values(graph);
    check(graph, "number_values");
  }
  remove_stack_checks(graph);
  check(graph, "remove_stack_checks");
  compare_updated_counters(graph);
  check(graph, "compare_updated_counters");
  remove_dead_code(graph);
  check(graph, "remove_dead_code");
}

}  // namespace fungescope::jit
