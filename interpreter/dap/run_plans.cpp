#include "dap/run_plans.h"

#include "base/text_table.h"
#include "session/commands/run_report.h"
#include "session/run_control/flow_graph.h"
#include "session/run_control/steps.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {

std::vector<std::uint32_t> breakpoints_at_present(Session& session, const LogSink& log) {
  TrapEvent event;
  event.kinds = TrapEvent::execute;
  std::vector<std::uint32_t> ids;
  for (Breakpoint& breakpoint : session.breakpoints().all()) {
    if (!is_active(breakpoint) || breakpoint.kind != BreakpointKind::cell) continue;
    if (!is_hit(breakpoint, session.machine(), event) || ++breakpoint.hits % breakpoint.every != 0)
      continue;
    if (breakpoint.log.empty()) {
      ids.push_back(breakpoint.id);
    } else {
      log({breakpoint.id, session.machine().tick,
           format_log_message(breakpoint.log, session.machine(), event, session.symbols())});
    }
  }
  return ids;
}

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

RunPlan tick_plan(RunDirection direction) {
  const auto run = [direction](Session& session, Monitor* monitor, const LogSink& log) {
    if (direction == RunDirection::reverse) return step_ticks(session, direction, 1, monitor);
    return run_to_breakpoint(session, direction, {session.machine().tick + 1}, monitor, log);
  };
  return {.title = "stepping", .direction = direction, .run = run};
}

RunPlan line_plan(RunDirection direction) {
  const auto run = [direction](Session& session, Monitor* monitor, const LogSink& log) {
    if (direction == RunDirection::reverse) return step_line(session, direction, monitor);
    return step_line_or_to_breakpoint(session, monitor, log);
  };
  return {.title = "going to where the pointer turns",
          .direction = direction,
          .run = run,
          .resumable = direction == RunDirection::forward};
}

RunPlan loop_exit_plan(Debuggee& debuggee) {
  const Machine& machine = debuggee.machine();
  auto loop = find_loop(machine.field, machine.dialect,
                        {machine.ip, machine.direction, machine.string_mode});
  if (!loop || !*loop) {
    return {.not_found =
                loop ? "the instruction pointer is in no loop; use next" : to_string(loop.error()),
            .run = [](Session& session, Monitor*, const LogSink&) -> StopInfo {
              return {StopInfo::Reason::not_found, session.machine().tick, {}, {}};
            }};
  }
  const auto loop_to_leave = std::make_shared<const Loop>(std::move(**loop));
  const auto run = [loop_to_leave](Session& session, Monitor* monitor, const LogSink& log) {
    return step_out_of(session, *loop_to_leave, monitor, log);
  };
  return {.title = "leaving the loop", .run = run, .resumable = true};
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
