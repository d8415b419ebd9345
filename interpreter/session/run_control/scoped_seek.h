// Going somewhere else for a while, and back: how questions keep the present instant.
#pragma once

#include "base/result.h"
#include "history/history.h"

namespace fungescope {

// Its end brings the history back to the instant and the branch at which it began, monitor or
// not: a person who interrupts a question wants to be where it was asked.
class ScopedSeek {
 public:
  explicit ScopedSeek(History& history)
      : history_(history), branch_(history.branch()), present_(history.tick()) {}
  ~ScopedSeek();
  ScopedSeek(const ScopedSeek&) = delete;
  ScopedSeek& operator=(const ScopedSeek&) = delete;

  // Where it began.
  [[nodiscard]] Tick present() const { return present_; }

  // Fails when interrupted, and where the run does not come to that instant.
  [[nodiscard]] Result<void> go_to(Tick tick, Monitor* monitor);
  // Runs from here on to an instant, with what listens on the way. Fails as go_to.
  [[nodiscard]] Result<void> run_to(Tick tick, RunHooks& hooks);

 private:
  [[nodiscard]] Result<void> arrived(StopReason arrival, Tick tick) const;

  History& history_;
  BranchId branch_;
  Tick present_;
};

// Runs from one instant to another of the present branch with a listener, and comes back. Returns
// the tick that it came to: before `to` when interrupted on the way, so that a listener that counts
// can go on from there, or where the run does not come to it. Fails when it does not come to
// `from`. Cost: a seek and an observed run.
[[nodiscard]] Result<Tick> replay(History& history, Tick from, Tick to, Observer& observer,
                                  Monitor* monitor);

}  // namespace fungescope
