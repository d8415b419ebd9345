// The steps that a person thinks in, forwards and backwards. Stops do not stop them, but for
// those that say so.
#pragma once

#include "session/expressions/expression.h"
#include "session/run_control/loops.h"
#include "session/run_control/travel.h"

#include <cstdint>

namespace fungescope {

// `count` ticks.
Stopped step_ticks(Session& session, Way way, std::uint64_t count, Monitor* monitor);
// `count` instructions: past the blanks that follow, so that the next one is shown. In
// string mode each cell is an instruction.
Stopped step_instructions(Session& session, Way way, std::uint64_t count, Monitor* monitor);
// To where the pointer has just turned or decided; back: to where it last did.
Stopped step_line(Session& session, Way way, Monitor* monitor);
// The same forward, but stops stop it.
Stopped step_line_or_to_stop(Session& session, Monitor* monitor, const LogSink& log);
// Until the pointer leaves the innermost loop that it is in (session/run_control/loops.h). Fails
// where there is none.
Result<Stopped> step_over_loop(Session& session, Way way, Monitor* monitor);
// Forward until the pointer is outside a loop, and no further if it is already. Stops stop it.
Stopped step_out_of(Session& session, const Loop& loop, Monitor* monitor, const LogSink& log);
// Until the stack holds `depth` values or fewer; back: to the last instant at which it did.
Stopped step_out(Session& session, Way way, std::size_t depth, Monitor* monitor);
// To the next store that changes a value in `area`, just after it.
Stopped step_to_change(Session& session, Way way, const Rectangle& area, Monitor* monitor);
// To the next output, just after it.
Stopped step_to_output(Session& session, Way way, Monitor* monitor);
// To the next instant at which the expression becomes true (is not 0, and was 0 a tick before).
Stopped step_until(Session& session, Way way, const Expression& expression, Monitor* monitor);

}  // namespace fungescope
