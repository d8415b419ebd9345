// Lowers divisions by constants to multiplications and shifts.
#pragma once

#include "jit/ir/ir.h"
#include "jit/ir/ir_builder.h"
#include "jit/ir/value_range.h"

#include <cstdint>
#include <vector>

namespace fungescope::jit {

class DivisionLowering {
 public:
  DivisionLowering(Graph& graph, IrBuilder& values) : graph_(graph), values_(values) {}

  // Returns a replacement for a division or remainder by a constant, and appends its operations to
  // `code`. Returns no_value for other values.
  [[nodiscard]] ValueId replacement(ValueId division, ValueRange dividend,
                                    std::vector<ValueId>& code);

  // Returns a value that is 0 exactly if `remainder`, by a power of two, is: the low bits of the
  // dividend, whatever its sign. Appends it to `code`, the code of `block`, which `remainder`
  // dominates. Returns no_value for other values.
  [[nodiscard]] ValueId zero_test_of(ValueId remainder, BlockId block, std::vector<ValueId>& code);

 private:
  ValueId quotient(ValueId a, std::int64_t divisor);
  ValueId small_quotient(ValueId a, std::int64_t multiplier, int bits);
  ValueId low_bits(ValueId a, std::int64_t power);
  ValueId add_rounding_bias(ValueId a, int bits);
  ValueId divide_by_power(ValueId a, int bits);
  ValueId shift(IrOp op, ValueId a, int bits);
  ValueId constant(std::int64_t k) { return values_.constant(k); }
  ValueId emit(IrOp op, ValueId a, ValueId b, std::int64_t k = 0);

  Graph& graph_;
  IrBuilder& values_;
  BlockId block_ = no_block;  // of the current division
  CellIndex from_ = no_cell;
  std::vector<ValueId>* code_ = nullptr;
  ValueRange range_;  // of its dividend
};

}  // namespace fungescope::jit
