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
#include "dap/protocol/failure.h"
#include "dap/motion.h"

#include <cstdint>
#include <vector>

namespace fungescope::dap {

// The stops at the present instruction that stop a program at its very beginning: travelling looks
// at instants behind the present one only. Their logs go to `log`.
[[nodiscard]] std::vector<std::uint32_t> stops_here(Session& session, const LogSink& log);

[[nodiscard]] Motion continue_motion(Debuggee& debuggee, Way way);
[[nodiscard]] Motion tick_motion(Debuggee& debuggee, Way way);
[[nodiscard]] Motion line_motion(Debuggee& debuggee, Way way);
// Fails where the pointer is in no loop.
[[nodiscard]] Outcome<Motion> loop_motion(Debuggee& debuggee);

}  // namespace fungescope::dap
