// Finds by bisection the instant at which an expression became true for good.
//
// It must be false at an earlier instant, and true at the present. The search assumes that it
// changed once in between: it finds an instant at which it became true, and with further changes
// that need not be the last. `when last` (session/queries/history_queries.h) searches every change.
#pragma once

#include "session/expressions/expression.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace fungescope {

struct BisectedChange {
  Tick tick = 0;          // it is true here, and was false a tick before
  std::size_t seeks = 0;  // how many instants were visited
  std::int64_t before = 0;
  std::int64_t now = 0;  // the value at `tick`
  // If the expression is one comparison: its sides.
  std::optional<Expression::Comparison> sides_before;
  std::optional<Expression::Comparison> sides_now;

  Point by;               // the instruction that was executed in between,
  std::int64_t cell = 0;  // the value of its cell,
  struct Store {
    Point at;
    std::int64_t before = 0;
    std::int64_t now = 0;
  };
  std::optional<Store> stored;  // and what it stored
  bool edit = false;            // the user edited the state at `tick`
};

// Searches from `from`, which is not after the present. Leaves the present instant unchanged. Fails
// when interrupted, and if the expression does not change from false to true; errors have no
// location. Cost: about log2(ticks) seeks, of which all but some 20 replay nothing, because they go
// to checkpoints.
[[nodiscard]] Result<BisectedChange> bisect(Session& session, const Expression& expression,
                                            Tick from, Monitor* monitor);

}  // namespace fungescope
