#include "dap/stop_report.h"

#include "base/text_table.h"
#include "session/commands/stop_reply.h"

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

std::string at_tick(std::string_view what, Tick tick) {
  return fmt::format("{}, tick {}", what, with_separators(tick));
}

// By the first of those that hold: a client shows one reason.
std::string reason_of_stop(Session& session, const BreakpointBook& breakpoints,
                           const Stopped& stopped) {
  for (const std::uint32_t id : stopped.stops) {
    const Breakpoint* const breakpoint = breakpoints.of_stop(id);
    if (breakpoint != nullptr && breakpoint->kind == Breakpoint::Kind::instruction) {
      return "instruction breakpoint";
    }
    const Stop* const stop = session.stops().find(id);
    if (stop != nullptr && stop->kind == StopKind::data) return "data breakpoint";
  }
  return "breakpoint";
}

StopReport at_stop(Debuggee& debuggee, const BreakpointBook& breakpoints, const Stopped& stopped) {
  StopReport report;
  report.reason = reason_of_stop(debuggee.session(), breakpoints, stopped);
  report.description = at_tick(describe_stops(debuggee.session(), stopped), stopped.tick);
  for (const std::uint32_t id : stopped.stops) {
    const Breakpoint* const breakpoint = breakpoints.of_stop(id);
    if (breakpoint != nullptr) report.hits.push_back(breakpoint->id);
  }
  return report;
}

StopReport at_beginning() {
  return {"entry", "at the beginning, tick 0", {}};
}

}  // namespace

StopReport report_of(Debuggee& debuggee, const BreakpointBook& breakpoints, const Stopped& stopped,
                     const Motion& motion, bool cancelled) {
  using Why = Stopped::Why;
  const Tick tick = debuggee.machine().tick;
  const bool at_begin = motion.way == Way::back && tick == debuggee.history().begin();
  switch (stopped.why) {
    case Why::stop:
      return at_stop(debuggee, breakpoints, stopped);
    case Why::arrived:
      if (at_begin) return at_beginning();
      return {motion.reason, at_tick(motion.reason, tick), {}};
    case Why::beginning:
      return at_beginning();
    case Why::ended:
      return {"exited", at_tick("the program has ended", tick), {}};
    case Why::faulted: {
      const std::string fault = describe(debuggee.machine().fault);
      return {breakpoints.stops_on_fault() ? "exception" : "exited", at_tick(fault, tick), {}};
    }
    case Why::input_wait:
      return {"pause", "waits for input", {}};
    case Why::output_closed:
      return {"pause", at_tick("nobody takes the output", tick), {}};
    case Why::interrupted:
      return {"pause", at_tick(cancelled ? "cancelled" : "paused", tick), {}};
    case Why::not_found:
      return {motion.reason, at_tick("not found", tick), {}};
  }
  return {"pause", at_tick("stopped", tick), {}};
}

std::string describe_place(Debuggee& debuggee) {
  return describe_instant(debuggee.machine());
}

std::string describe_progress(Tick now, Tick goal) {
  if (goal == no_limit) return fmt::format("tick {}", with_separators(now));
  return fmt::format("tick {} of {}", with_separators(now), with_separators(goal));
}

}  // namespace fungescope::dap
