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

void optimise(Graph& graph, bool divisions) {
  const auto run = [&graph](void (*pass)(Graph&), const char* name) {
    pass(graph);
    check(graph, name);
  };
  const auto simplify = [&run] {
    run(remove_trivial_phis, "remove_trivial_phis");
    run(number_values, "number_values");
  };
  check(graph, "lifting");
  simplify();
  if (if_convert(graph)) {
    check(graph, "if_convert");
    simplify();
  }
  propagate_ranges(graph, divisions);
  check(graph, "propagate_ranges");
  if (divisions) run(number_values, "number_values");
  run(remove_stack_checks, "remove_stack_checks");
  run(compare_updated_counters, "compare_updated_counters");
  run(remove_dead_code, "remove_dead_code");
}

}  // namespace fungescope::jit
