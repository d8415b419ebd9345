// Divisions by constants as multiplications and shifts: see divisions.cpp.
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

  // What can stand for the value, if it is a division or remainder by a constant; its operations
  // are put at the end of `code`. Else no_value.
  [[nodiscard]] ValueId replacement(ValueId division, ValueRange dividend,
                                    std::vector<ValueId>& code);

  // A value that is 0 exactly where the remainder by a power of two is: its low bits, whatever its
  // sign is. no_value if this is no such remainder. For the end of `code` of a part that knows the
  // remainder.
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
  BlockId block_ = no_block;  // of the present division
  CellIndex from_ = no_cell;
  std::vector<ValueId>* code_ = nullptr;
  ValueRange range_;  // of its dividend
};

}  // namespace fungescope::jit
