// Making values: constants once, operations on constants not at all, and the
// identities of arithmetic.
//
// The idea: every value is made through here, so that nothing is made that is
// known. Example: `2*` is a shift, `0+` nothing, `!!` of a comparison the comparison,
// a guard on a value within its range gone. Ranges are kept for each value where they
// are cheap to know: constants, comparisons, remainders, and sums of these.
//
// Cost: a look at the operands. Test: tests/jit/ir_builder_test.cpp.
#pragma once

#include "jit/ir/ir.h"
#include "jit/ir/value_range.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fungescope::jit {

class IrBuilder {
 public:
  // Knows the values that are there already. Cost: a look at each.
  explicit IrBuilder(Graph& graph);

  [[nodiscard]] ValueId constant(std::int64_t k);
  // What `instr` computes: an old value, or a new one, which the caller puts where it belongs
  // (its `block` is `instr`'s). Only for operations without an effect.
  [[nodiscard]] ValueId make(const Instr& instr);
  // The same, and puts it at the end of `code` if it is new and computes anything.
  [[nodiscard]] ValueId make_in(std::vector<ValueId>& code, const Instr& instr);
  // A new value or effect, as it is.
  [[nodiscard]] ValueId append(const Instr& instr);

  [[nodiscard]] ValueRange range_of(ValueId id) const;

 private:
  [[nodiscard]] ValueId simpler(const Instr& instr);
  [[nodiscard]] ValueId fold_constants(const Instr& instr);
  [[nodiscard]] ValueId identity(const Instr& instr);
  [[nodiscard]] ValueRange range_for(const Instr& instr) const;

  Graph& graph_;
  std::unordered_map<std::int64_t, ValueId> constants_;
  std::vector<ValueRange> ranges_;
};

}  // namespace fungescope::jit
