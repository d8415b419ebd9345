#include "dap/run_plans.h"

#include "session/run_control/loops.h"
#include "session/run_control/steps.h"

#include <memory>
#include <utility>

namespace fungescope::dap {

std::vector<std::uint32_t> stops_at_present(Session& session, const LogSink& log) {
  TrapEvent event;
  event.kinds = TrapEvent::execute;
  std::vector<std::uint32_t> ids;
  for (Breakpoint& stop : session.breakpoints().all()) {
    if (!is_active(stop) || stop.kind != BreakpointKind::cell) continue;
    if (!holds(stop, session.machine(), event) || ++stop.hits % stop.every != 0) continue;
    if (stop.log.empty()) {
      ids.push_back(stop.id);
    } else {
      log(format_log_message(stop.log, session.machine(), event, session.symbols()));
    }
  }
  return ids;
}

RunPlan continue_plan(Debuggee& debuggee, RunDirection direction) {
  RunPlan motion;
  motion.title = direction == RunDirection::reverse ? "going back to the last stop" : "running";
  motion.direction = direction;
  motion.is_long_search = direction == RunDirection::reverse;
  motion.resumable = true;
  const auto run_controller = std::make_shared<RunController>(debuggee.session());
  motion.go = [run_controller, direction](Session&, Monitor* monitor, const LogSink& log) {
    return run_controller->run(direction, {}, monitor, log);
  };
  return motion;
}

RunPlan tick_plan(Debuggee& /*debuggee*/, RunDirection direction) {
  RunPlan motion;
  motion.title = "stepping";
  motion.direction = direction;
  motion.go = [direction](Session& session, Monitor* monitor, const LogSink& log) {
    if (direction == RunDirection::reverse) return step_ticks(session, direction, 1, monitor);
    return run_to_breakpoint(session, direction, {session.machine().tick + 1}, monitor, log);
  };
  return motion;
}

RunPlan line_plan(Debuggee& /*debuggee*/, RunDirection direction) {
  RunPlan motion;
  motion.title = "going to where the pointer turns";
  motion.direction = direction;
  motion.is_long_search = direction == RunDirection::reverse;
  motion.resumable = direction == RunDirection::forward;
  motion.go = [direction](Session& session, Monitor* monitor, const LogSink& log) {
    if (direction == RunDirection::forward)
      return step_line_or_to_breakpoint(session, monitor, log);
    StopInfo stopped = step_line(session, direction, monitor);
    if (stopped.reason != StopInfo::Reason::not_found) return stopped;
    // Before the first turn there is nothing but the beginning.
    return step_ticks(session, direction, no_limit, monitor);
  };
  return motion;
}

RequestResult<RunPlan> loop_exit_plan(Debuggee& debuggee) {
  const Machine& machine = debuggee.machine();
  auto loop = find_loop(machine.field, machine.dialect,
                        {machine.ip, machine.direction, machine.string_mode});
  if (!loop) return request_error(loop.error());
  if (!*loop) {
    return request_error(RequestError::Id::refused,
                         "the instruction pointer is in no loop; use next");
  }
  RunPlan motion;
  motion.title = "leaving the loop";
  motion.resumable = true;
  const auto left = std::make_shared<const Loop>(std::move(**loop));
  motion.go = [left](Session& session, Monitor* monitor, const LogSink& log) {
    return step_out_of(session, *left, monitor, log);
  };
  return motion;
}

}  // namespace fungescope::dap
