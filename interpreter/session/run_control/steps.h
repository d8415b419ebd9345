// The steps that a person thinks in, forwards and backwards. Stops do not stop them, but for
// those that say so.
#pragma once

#include "session/expressions/expression.h"
#include "session/run_control/loops.h"
#include "session/run_control/run_controller.h"

#include <cstdint>

namespace fungescope {

// `count` ticks.
StopInfo step_ticks(Session& session, RunDirection direction, std::uint64_t count,
                    Monitor* monitor);
// `count` instructions: past the blanks that follow, so that the next one is shown. In
// string mode each cell is an instruction.
StopInfo step_instructions(Session& session, RunDirection direction, std::uint64_t count,
                           Monitor* monitor);
// To where the pointer has just turned or decided; back: to where it last did.
StopInfo step_line(Session& session, RunDirection direction, Monitor* monitor);
// The same forward, but stops stop it.
StopInfo step_line_or_to_breakpoint(Session& session, Monitor* monitor, const LogSink& log);
// Until the pointer leaves the innermost loop that it is in (session/run_control/loops.h). Fails
// where there is none.
Result<StopInfo> step_over_loop(Session& session, RunDirection direction, Monitor* monitor);
// Forward until the pointer is outside a loop, and no further if it is already. Stops stop it.
StopInfo step_out_of(Session& session, const Loop& loop, Monitor* monitor, const LogSink& log);
// Until the stack holds `depth` values or fewer; back: to the last instant at which it did.
StopInfo step_out(Session& session, RunDirection direction, std::size_t depth, Monitor* monitor);
// To the next store that changes a value in `area`, just after it.
StopInfo step_to_change(Session& session, RunDirection direction, const Rectangle& area,
                        Monitor* monitor);
// To the next output, just after it.
StopInfo step_to_output(Session& session, RunDirection direction, Monitor* monitor);
// To the next instant at which the expression becomes true (is not 0, and was 0 a tick before).
StopInfo step_until(Session& session, RunDirection direction, const Expression& expression,
                    Monitor* monitor);

}  // namespace fungescope
