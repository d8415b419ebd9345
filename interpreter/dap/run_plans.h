// The ways of going on that the protocol has, made of the session's.
//
//     continue, reverseContinue   to the next stop
//     stepIn                      one tick
//     next, stepBack              to where the pointer has just turned or decided; one tick
//                                 by granularity `instruction`
//     stepOut                     out of the innermost loop
//
// Breakpoints on the way stop all that goes forward.
#pragma once

#include "dap/debuggee.h"
#include "dap/protocol/request_error.h"
#include "dap/run_plan.h"

#include <cstdint>
#include <vector>

namespace fungescope::dap {

// The stops at the present instruction that stop a program at its very beginning: travelling looks
// at instants behind the present one only. Their logs go to `log`.
[[nodiscard]] std::vector<std::uint32_t> stops_at_present(Session& session, const LogSink& log);

[[nodiscard]] RunPlan continue_plan(Debuggee& debuggee, RunDirection direction);
[[nodiscard]] RunPlan tick_plan(Debuggee& debuggee, RunDirection direction);
[[nodiscard]] RunPlan line_plan(Debuggee& debuggee, RunDirection direction);
// Fails where the pointer is in no loop.
[[nodiscard]] RequestResult<RunPlan> loop_exit_plan(Debuggee& debuggee);

}  // namespace fungescope::dap
