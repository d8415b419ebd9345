#include "session/run_control/scoped_seek.h"

#include <fmt/format.h>

namespace fungescope {

ScopedSeek::~ScopedSeek() {
  // Cannot fail: branches are not dropped during a query.
  if (history_.branch() != branch_) static_cast<void>(history_.switch_to(branch_));
  history_.seek(present_);
}

Result<void> ScopedSeek::seek(Tick tick, Monitor* monitor) {
  return check_arrival(history_.seek(tick, monitor), tick);
}

Result<void> ScopedSeek::run_to(Tick tick, RunHooks& hooks) {
  return check_arrival(history_.run(tick, hooks), tick);
}

Result<void> ScopedSeek::check_arrival(StopReason reason, Tick tick) const {
  if (reason == StopReason::interrupted) return fail({}, "interrupted");
  if (history_.tick() == tick) return {};
  return fail({},
              fmt::format("tick {} is not there: the run goes from {} to {}", tick,
                          history_.begin(), history_.end()),
              "the program has ended there, or waits for input");
}

Result<Tick> replay(History& history, Tick from, Tick to, Observer& observer, Monitor* monitor) {
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(from, monitor));
  RunHooks hooks;
  hooks.observer = &observer;
  hooks.monitor = monitor;
  history.run(to, hooks);
  return history.tick();
}

}  // namespace fungescope
