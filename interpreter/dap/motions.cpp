#include "dap/motions.h"

#include "session/run_control/loops.h"
#include "session/run_control/steps.h"

#include <memory>
#include <utility>

namespace fungescope::dap {

std::vector<std::uint32_t> stops_here(Session& session, const LogSink& log) {
  TrapEvent event;
  event.kinds = TrapEvent::execute;
  std::vector<std::uint32_t> ids;
  for (Stop& stop : session.stops().all()) {
    if (!in_force(stop) || stop.kind != StopKind::cell) continue;
    if (!holds(stop, session.machine(), event) || ++stop.hits % stop.every != 0) continue;
    if (stop.log.empty()) {
      ids.push_back(stop.id);
    } else {
      log(expand_log(stop.log, session.machine(), event, session.symbols()));
    }
  }
  return ids;
}

Motion continue_motion(Debuggee& debuggee, Way way) {
  Motion motion;
  motion.title = way == Way::back ? "going back to the last stop" : "running";
  motion.way = way;
  motion.is_search = way == Way::back;
  motion.resumable = true;
  const auto traveller = std::make_shared<Traveller>(debuggee.session());
  motion.go = [traveller, way](Session&, Monitor* monitor, const LogSink& log) {
    return traveller->travel(way, {}, monitor, log);
  };
  return motion;
}

Motion tick_motion(Debuggee& /*debuggee*/, Way way) {
  Motion motion;
  motion.title = "stepping";
  motion.way = way;
  motion.go = [way](Session& session, Monitor* monitor, const LogSink& log) {
    if (way == Way::back) return step_ticks(session, way, 1, monitor);
    return travel(session, way, {session.machine().tick + 1}, monitor, log);
  };
  return motion;
}

Motion line_motion(Debuggee& /*debuggee*/, Way way) {
  Motion motion;
  motion.title = "going to where the pointer turns";
  motion.way = way;
  motion.is_search = way == Way::back;
  motion.resumable = way == Way::forward;
  motion.go = [way](Session& session, Monitor* monitor, const LogSink& log) {
    if (way == Way::forward) return step_line_or_to_stop(session, monitor, log);
    Stopped stopped = step_line(session, way, monitor);
    if (stopped.why != Stopped::Why::not_found) return stopped;
    // Before the first turn there is nothing but the beginning.
    return step_ticks(session, way, no_limit, monitor);
  };
  return motion;
}

Outcome<Motion> loop_motion(Debuggee& debuggee) {
  const Machine& machine = debuggee.machine();
  auto loop = find_loop(machine.field, machine.dialect,
                        {machine.ip, machine.direction, machine.string_mode});
  if (!loop) return refuse(loop.error());
  if (!*loop) {
    return refuse(Failure::Id::refused, "the instruction pointer is in no loop; use next");
  }
  Motion motion;
  motion.title = "leaving the loop";
  motion.resumable = true;
  const auto left = std::make_shared<const Loop>(std::move(**loop));
  motion.go = [left](Session& session, Monitor* monitor, const LogSink& log) {
    return step_out_of(session, *left, monitor, log);
  };
  return motion;
}

}  // namespace fungescope::dap
