// Seeking elsewhere for the duration of a scope, and back: how queries leave the present instant
// unchanged.
#pragma once

#include "base/result.h"
#include "history/history.h"

#include <fmt/format.h>

namespace fungescope {

// Its destructor restores the instant and the branch at which it was constructed, without asking a
// monitor: an interrupted query also ends where it was asked.
class ScopedSeek {
 public:
  explicit ScopedSeek(History& history)
      : history_(history), branch_(history.branch()), present_(history.tick()) {}
  ~ScopedSeek() {
    // Cannot fail: branches are not dropped during a query.
    if (history_.branch() != branch_) static_cast<void>(history_.switch_to(branch_));
    history_.seek(present_);
  }
  ScopedSeek(const ScopedSeek&) = delete;
  ScopedSeek& operator=(const ScopedSeek&) = delete;

  // The instant that is restored.
  [[nodiscard]] Tick present() const { return present_; }

  // Fails when interrupted, or if the run does not reach that instant.
  [[nodiscard]] Result<void> seek(Tick tick, Monitor* monitor) {
    return check_arrival(history_.seek(tick, monitor), tick);
  }
  // Runs forward from the current instant with `hooks`. Fails as `seek` does.
  [[nodiscard]] Result<void> run_to(Tick tick, RunHooks& hooks) {
    return check_arrival(history_.run(tick, hooks), tick);
  }

 private:
  [[nodiscard]] Result<void> check_arrival(StopReason reason, Tick tick) const {
    if (reason == StopReason::interrupted) return fail({}, "interrupted");
    if (history_.tick() == tick) return {};
    return fail({},
                fmt::format("tick {} is not there: the run goes from {} to {}", tick,
                            history_.begin(), history_.end()),
                "the program has ended there, or waits for input");
  }

  History& history_;
  BranchId branch_;
  Tick present_;
};

// Returns the first instant after `before` at which `holds`, which returns a Result<bool> for a
// tick: it does from there up to `after`. Fails as `holds` does. Cost: log2(ticks) calls.
template <class Holds>
[[nodiscard]] Result<Tick> bisect_ticks(Tick before, Tick after, Holds holds) {
  while (after - before > 1) {
    const Tick middle = before + (after - before) / 2;
    const bool there = TRY(holds(middle));
    (there ? after : before) = middle;
  }
  return after;
}

// Runs from one instant of the present branch to another with an observer, and returns to the
// present. Returns the tick that the run reached, which is before `to` when interrupted or where
// the run ends, so that a counting observer can resume there. Fails if `from` is not reached.
// Cost: a seek and an observed run.
[[nodiscard]] inline Result<Tick> replay(History& history, Tick from, Tick to, Observer& observer,
                                         Monitor* monitor) {
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(from, monitor));
  RunHooks hooks{.observer = &observer, .monitor = monitor};
  history.run(to, hooks);
  return history.tick();
}

}  // namespace fungescope
