#include "dap/run_plans.h"

#include "session/run_control/loops.h"
#include "session/run_control/steps.h"

#include <memory>
#include <utility>

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
  RunPlan plan;
  plan.title = direction == RunDirection::reverse ? "going back to the last stop" : "running";
  plan.direction = direction;
  plan.is_long_search = direction == RunDirection::reverse;
  plan.resumable = true;
  const auto controller = std::make_shared<RunController>(debuggee.session());
  plan.run = [controller, direction](Session&, Monitor* monitor, const LogSink& log) {
    return controller->run(direction, {}, monitor, log);
  };
  return plan;
}

RunPlan tick_plan(RunDirection direction) {
  RunPlan plan;
  plan.title = "stepping";
  plan.direction = direction;
  plan.run = [direction](Session& session, Monitor* monitor, const LogSink& log) {
    if (direction == RunDirection::reverse) return step_ticks(session, direction, 1, monitor);
    return run_to_breakpoint(session, direction, {session.machine().tick + 1}, monitor, log);
  };
  return plan;
}

RunPlan line_plan(RunDirection direction) {
  RunPlan plan;
  plan.title = "going to where the pointer turns";
  plan.direction = direction;
  plan.is_long_search = direction == RunDirection::reverse;
  plan.resumable = direction == RunDirection::forward;
  plan.run = [direction](Session& session, Monitor* monitor, const LogSink& log) {
    if (direction == RunDirection::forward)
      return step_line_or_to_breakpoint(session, monitor, log);
    return step_line(session, direction, monitor);
  };
  return plan;
}

RunPlan loop_exit_plan(Debuggee& debuggee) {
  const Machine& machine = debuggee.machine();
  auto loop = find_loop(machine.field, machine.dialect,
                        {machine.ip, machine.direction, machine.string_mode});
  RunPlan plan;
  plan.title = "leaving the loop";
  if (!loop || !*loop) {
    plan.not_found =
        loop ? "the instruction pointer is in no loop; use next" : to_string(loop.error());
    plan.run = [](Session& session, Monitor*, const LogSink&) {
      StopInfo stop;
      stop.reason = StopInfo::Reason::not_found;
      stop.tick = session.machine().tick;
      return stop;
    };
    return plan;
  }
  plan.resumable = true;
  const auto loop_to_leave = std::make_shared<const Loop>(std::move(**loop));
  plan.run = [loop_to_leave](Session& session, Monitor* monitor, const LogSink& log) {
    return step_out_of(session, *loop_to_leave, monitor, log);
  };
  return plan;
}

}  // namespace fungescope::dap
