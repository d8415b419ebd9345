// The passes over a graph, in the order in which `optimise` runs them. Each is explained at the top
// of its file. Below are parts of single passes that have files of their own.
#pragma once

#include "jit/ir/ir.h"
#include "jit/ir/ir_builder.h"
#include "jit/ir/value_range.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
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

// `divisions`: lowers divisions by constants; a C compiler does so itself.
void optimise(Graph& graph, bool divisions = true);

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

// Returns a replacement for a division or remainder by a constant, whose operations it appends to
// `code`; no_value for other values.
[[nodiscard]] ValueId lower_division(Graph& graph, IrBuilder& values, ValueId division,
                                     ValueRange dividend, std::vector<ValueId>& code);

// Returns a value that is 0 exactly if `remainder`, by a power of two, is: the low bits of the
// dividend, whatever its sign. Appends it to `code`, the code of `block`, which `remainder`
// dominates. Returns no_value for other values.
[[nodiscard]] ValueId zero_test_of(const Graph& graph, IrBuilder& values, ValueId remainder,
                                   BlockId block, std::vector<ValueId>& code);

// ---- Selects by a random quarter, for if-conversion

inline constexpr std::size_t arm_count = 4;
template <class T>
using PerArm = std::array<T, arm_count>;

// Returns f(i) for each arm, in order.
template <class F>
[[nodiscard]] auto per_arm(F f) {
  return PerArm<decltype(f(0))>{f(0), f(1), f(2), f(3)};
}
template <class T>
[[nodiscard]] bool all_equal(const PerArm<T>& items) {
  return std::all_of(items.begin(), items.end(), [&](const T& item) { return item == items[0]; });
}

// Appends values to `code`, each once.
class SelectBuilder {
 public:
  // `code` will belong to `block`, whose terminator chooses by `quarter`, a value from 0 to 3.
  SelectBuilder(Graph& graph, IrBuilder& values, BlockId block, ValueId quarter,
                std::vector<ValueId>& code)
      : graph_(graph), values_(values), block_(block), quarter_(quarter), code_(code) {}

  // Returns the value of `instr`, an operation without an effect.
  ValueId emit(Instr instr);
  ValueId emit(IrOp op, ValueId a, ValueId b, ValueId c = no_value, std::int64_t k = 0);
  ValueId select(const PerArm<ValueId>& values);
  // Forgets loads of cells that `effect` may have changed.
  void invalidate_loads(const Instr& effect);

  // The number of operations that were made, and of selects among them.
  [[nodiscard]] std::size_t computed() const { return computed_; }
  [[nodiscard]] std::size_t selects() const { return selects_; }

 private:
  ValueId sum_with_select(const PerArm<ValueId>& values);
  ValueId choose(ValueId by, ValueId then, ValueId otherwise);

  Graph& graph_;
  IrBuilder& values_;
  const BlockId block_;
  const ValueId quarter_;
  std::vector<ValueId>& code_;
  std::size_t computed_ = 0;
  std::size_t selects_ = 0;
  std::vector<std::pair<Instr, ValueId>> made_;
};

}  // namespace fungescope::jit
