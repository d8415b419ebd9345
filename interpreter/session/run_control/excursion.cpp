#include "session/run_control/excursion.h"

#include <fmt/format.h>

namespace fungescope {

Excursion::~Excursion() {
  // A branch is not dropped while a question is asked.
  if (history_.branch() != branch_) static_cast<void>(history_.switch_to(branch_));
  history_.seek(present_);
}

Result<void> Excursion::go_to(Tick tick, Monitor* monitor) {
  return arrived(history_.seek(tick, monitor), tick);
}

Result<void> Excursion::run_to(Tick tick, Travel& travel) {
  return arrived(history_.run(tick, travel), tick);
}

Result<void> Excursion::arrived(Arrival arrival, Tick tick) const {
  if (arrival == Arrival::interrupted) return fail({}, "interrupted");
  if (history_.tick() == tick) return {};
  return fail({},
              fmt::format("tick {} is not there: the run goes from {} to {}", tick,
                          history_.begin(), history_.end()),
              "the program has ended there, or waits for input");
}

Result<Tick> replay(History& history, Tick from, Tick to, Observer& observer, Monitor* monitor) {
  Excursion excursion(history);
  if (auto there = excursion.go_to(from, monitor); !there) return tl::unexpected(there.error());
  Travel travel;
  travel.observer = &observer;
  travel.monitor = monitor;
  history.run(to, travel);
  return history.tick();
}

}  // namespace fungescope
