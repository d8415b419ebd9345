#include "dap/run_plans.h"

#include "base/text_table.h"
#include "session/commands/run_report.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {

RunPlan continue_plan(Debuggee& debuggee, RunDirection direction) {
  const auto controller = std::make_shared<RunController>(debuggee.session());
  const auto run = [controller, direction](Session&, Monitor* monitor, const LogSink& log) {
    return controller->run(direction, {}, monitor, log);
  };
  return {.title = direction == RunDirection::reverse ? "going back to the last stop" : "running",
          .direction = direction,
          .run = run,
          .resumable = true};
}

namespace {

std::string at_tick(std::string_view what, Tick tick) {
  return fmt::format("{}, tick {}", what, with_separators(tick));
}

// Returns the reason for the first breakpoint that holds, since clients show one reason.
std::string reason_of_stop(Session& session, const ClientBreakpoints& breakpoints,
                           const StopInfo& stopped) {
  for (const std::uint32_t id : stopped.breakpoints) {
    const ClientBreakpoint* const breakpoint = breakpoints.find_by_session_id(id);
    if (breakpoint != nullptr && breakpoint->kind == ClientBreakpoint::Kind::instruction) {
      return "instruction breakpoint";
    }
    const Breakpoint* const stop = session.breakpoints().find(id);
    if (stop != nullptr && stop->kind == BreakpointKind::data) return "data breakpoint";
  }
  return "breakpoint";
}

StopReport at_stop(Debuggee& debuggee, const ClientBreakpoints& breakpoints,
                   const StopInfo& stopped) {
  StopReport report;
  report.reason = reason_of_stop(debuggee.session(), breakpoints, stopped);
  report.description = at_tick(describe_breakpoints(debuggee.session(), stopped), stopped.tick);
  for (const std::uint32_t id : stopped.breakpoints) {
    const ClientBreakpoint* const breakpoint = breakpoints.find_by_session_id(id);
    if (breakpoint != nullptr) report.hits.push_back(breakpoint->id);
  }
  return report;
}

}  // namespace

StopReport make_stop_report(Debuggee& debuggee, const ClientBreakpoints& breakpoints,
                            const StopInfo& stopped, const RunPlan& plan, bool cancelled) {
  using Reason = StopInfo::Reason;
  const Tick tick = debuggee.machine().tick;
  switch (stopped.reason) {
    case Reason::breakpoint:
      return at_stop(debuggee, breakpoints, stopped);
    case Reason::arrived:
      if (plan.direction == RunDirection::forward || tick != debuggee.history().begin()) {
        return {plan.reason, at_tick(plan.reason, tick), {}};
      }
      [[fallthrough]];
    case Reason::beginning:
      return {"entry", "at the beginning, tick 0", {}};
    case Reason::ended:
      return {"exited", at_tick("the program has ended", tick), {}};
    case Reason::faulted: {
      const std::string fault = describe(debuggee.machine().fault);
      return {breakpoints.stops_on_fault() ? "exception" : "exited", at_tick(fault, tick), {}};
    }
    case Reason::input_wait:
      return {"pause", "waits for input", {}};
    case Reason::output_closed:
      return {"pause", at_tick("the reader closed the output", tick), {}};
    case Reason::interrupted:
      return {"pause", at_tick(cancelled ? "cancelled" : "paused", tick), {}};
    case Reason::not_found:
      return {plan.reason, at_tick(plan.not_found, tick), {}};
  }
  return {"pause", at_tick("stopped", tick), {}};
}

}  // namespace fungescope::dap
