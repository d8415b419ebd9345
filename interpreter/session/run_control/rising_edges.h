// The instants at which an expression becomes true: it is not 0, and was 0 a tick before. Exact:
// the value is taken after every store to a cell on which it depends or, if it depends on the stack
// or the pointer, at every tick.
#pragma once

#include "session/expressions/expression.h"
#include "session/run_control/search.h"
#include "session/session.h"

#include <optional>

namespace fungescope {

// Runs from the present instant to the next one at which the expression becomes true: then
// `trapped`. Cost: the run, and a visit with an evaluation for each such store; quantifiers are
// updated rather than evaluated (session/expressions/incremental_expression.h). At every tick: some
// 80 ns and an evaluation.
StopReason run_to_edge(Session& session, const Expression& expression, Monitor* monitor);

// Finds the last instant before the present one at which it became true, which may be the beginning
// of the run. Leaves the machine at an unspecified instant. Fails when interrupted.
[[nodiscard]] Result<std::optional<FoundInstant>> find_last_edge(Session& session,
                                                                 const Expression& expression,
                                                                 Monitor* monitor);

}  // namespace fungescope
