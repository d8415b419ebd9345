// The passes over a graph, in the order in which `optimise` runs them. Each is explained at the top
// of its file.
#pragma once

#include "jit/ir/ir.h"

#include <vector>

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

// Values that are replaced by others, until all uses are renamed in one pass.
class Replacements {
 public:
  explicit Replacements(const Graph& graph) : by_(graph.values.size(), no_value) {}

  void replace(ValueId old, ValueId by) {
    if (old >= by_.size()) by_.resize(old + 1, no_value);
    by_[old] = by;
    any_ = true;
  }
  [[nodiscard]] ValueId resolve(ValueId id) const {
    while (id < by_.size() && by_[id] != no_value) id = by_[id];
    return id;
  }
  void apply(Graph& graph) const {
    if (!any_) return;
    for_each_use(graph, [this](ValueId& use) { use = resolve(use); });
  }

 private:
  std::vector<ValueId> by_;
  bool any_ = false;
};

}  // namespace fungescope::jit
