// What a person sees and can do while a command of the debugger takes its time: a line
// of progress on standard error, and Ctrl-C.
#pragma once

#include "history/history.h"

#include <chrono>
#include <string>

namespace fungescope {

// "tick 123,456,789 of 1,000,000,000"; without a goal only the first number.
[[nodiscard]] std::string format_tick_progress(Tick now, Tick goal);

class ReplMonitor final : public Monitor {
 public:
  // With `draws`: a line on standard error, after half a second.
  explicit ReplMonitor(bool draws) : draws_(draws) {}

  // Before and after each command.
  void begin();
  void end();

  bool should_continue(Tick now, Tick goal) override;

 private:
  using Clock = std::chrono::steady_clock;

  bool draws_;
  bool drawn_ = false;
  Clock::time_point next_ = Clock::now();
};

}  // namespace fungescope
