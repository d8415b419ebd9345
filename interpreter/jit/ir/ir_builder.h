// Creates values and folds them: operations on constants, algebraic identities, and comparisons
// that value ranges decide.
//
// Every value is created through this class, so an operation whose result is known never exists.
// Example: `2*` becomes a shift, `0+` nothing, `!!` of a comparison the comparison itself. Ranges
// are kept for values where they are cheap to compute: constants, comparisons, remainders and their
// sums.
//
// Cost: constant for each value. Test: tests/jit/ir_builder_test.cpp.
#pragma once

#include "jit/ir/ir.h"
#include "jit/ir/value_range.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fungescope::jit {

class IrBuilder {
 public:
  // Reuses the constants of `graph` and computes the ranges of its values. Cost: linear in them.
  explicit IrBuilder(Graph& graph);

  [[nodiscard]] ValueId constant(std::int64_t k);
  // Returns the value of `instr`, an operation without an effect: an existing value, or a new one,
  // which the caller inserts into block `instr.block`.
  [[nodiscard]] ValueId make(const Instr& instr);
  // As `make`, and appends the value to `code` if it is new and not a constant.
  [[nodiscard]] ValueId make_in(std::vector<ValueId>& code, const Instr& instr);
  // Creates a value or an effect without folding.
  [[nodiscard]] ValueId append(const Instr& instr);

  [[nodiscard]] ValueRange range_of(ValueId id) const {
    return id < ranges_.size() ? ranges_[id] : ValueRange{};
  }

 private:
  [[nodiscard]] ValueId simplify(const Instr& instr);
  [[nodiscard]] ValueId fold_constants(const Instr& instr);
  [[nodiscard]] ValueId identity(const Instr& instr);
  [[nodiscard]] ValueRange range_for(const Instr& instr) const;

  Graph& graph_;
  std::unordered_map<std::int64_t, ValueId> constants_;
  std::vector<ValueRange> ranges_;
};

}  // namespace fungescope::jit
