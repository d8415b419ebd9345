// Builds selects by a random quarter. Used by if_conversion.cpp only.
#pragma once

#include "jit/ir/ir.h"
#include "jit/ir/ir_builder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fungescope::jit {

inline constexpr std::size_t arm_count = 4;
template <class T>
using PerArm = std::array<T, arm_count>;

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
  // Returns values[quarter].
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
