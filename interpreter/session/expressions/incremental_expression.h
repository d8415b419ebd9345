// Evaluates one expression at instants that follow each other in a run, for searches that stop at
// every store to the cells on which it depends.
//
// The totals of local quantifiers (session/expressions/quantifier.h) are kept. A store changes one
// element, so that evaluating again costs the same for a region of any size, except where `max` or
// `min` loses its extremum.
#pragma once

#include "session/expressions/expression.h"

#include <cstdint>
#include <vector>

namespace fungescope {

class IncrementalExpression {
 public:
  // `expression` outlives it.
  explicit IncrementalExpression(const Expression& expression);

  // Evaluates it as Expression::evaluate does, whatever happened before.
  std::int64_t evaluate(const Machine& machine);
  // Evaluates it after one instruction, whose effects `event` has: of a store to a quantifier's
  // region at least the cell and its values.
  std::int64_t update(const Machine& machine, const TrapEvent& event);

  // Whether `update` does less than `evaluate`.
  [[nodiscard]] bool has_totals() const { return has_totals_; }

 private:
  void update_total(const Machine& machine, std::size_t index, const TrapEvent& event);

  const Expression& expression_;
  bool has_totals_ = false;
  bool valid_ = false;                // the totals are those of the last instant
  std::vector<std::int64_t> totals_;  // by quantifier
  std::vector<std::size_t> begins_;   // of the bodies, by quantifier
};

}  // namespace fungescope
