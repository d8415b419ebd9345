// Values that are replaced by others, until all uses are renamed in one pass.
#pragma once

#include "jit/ir/ir.h"

#include <vector>

namespace fungescope::jit {

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
