// The instants at which an expression becomes true: it is not 0, and was 0 a tick before. Exact:
// the value is taken after every store to a cell on which it depends or, if it depends on the stack
// or the pointer, at every tick.
#pragma once

#include "session/expressions/expression.h"
#include "session/run_control/search.h"
#include "session/session.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

// Evaluates one expression at instants that follow each other in a run. The totals of local
// quantifiers (session/expressions/expression.h) are kept. A store changes one element, so that
// evaluating again costs the same for a region of any size, except where `max` or `min` loses its
// extremum.
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
  bool valid_ = false;                // the totals belong to the last instant
  std::vector<std::int64_t> totals_;  // by quantifier
  std::vector<std::size_t> begins_;   // of the bodies, by quantifier
};

// Runs from the present instant to the next one at which the expression becomes true: then
// `trapped`. Cost: the run, and a visit with an evaluation for each such store; quantifiers are
// updated rather than evaluated. At every tick: some 80 ns and an evaluation.
StopReason run_to_edge(Session& session, const Expression& expression, Monitor* monitor);

// Finds the last instant before the present one at which it became true, which may be the beginning
// of the run. Leaves the machine at an unspecified instant. Fails when interrupted.
[[nodiscard]] Result<std::optional<FoundInstant>> find_last_edge(Session& session,
                                                                 const Expression& expression,
                                                                 Monitor* monitor);

}  // namespace fungescope
