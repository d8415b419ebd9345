#include "cli/repl/repl_monitor.h"

#include "base/text_table.h"
#include "cli/interrupt.h"

#include <cstdio>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::chrono::milliseconds patience{500};
constexpr std::chrono::milliseconds drawing_interval{100};

}  // namespace

std::string format_tick_progress(Tick now, Tick goal) {
  if (goal == no_limit) return fmt::format("tick {}", with_separators(now));
  return fmt::format("tick {} of {}", with_separators(now), with_separators(goal));
}

void ReplMonitor::begin() {
  next_ = Clock::now() + patience;
}

void ReplMonitor::end() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

bool ReplMonitor::should_continue(Tick now, Tick goal) {
  if (interrupted().load(std::memory_order_relaxed)) return false;
  if (!draws_ || Clock::now() < next_) return true;
  next_ = Clock::now() + drawing_interval;
  drawn_ = true;
  // To the line's start, the text, and erase what a longer one left.
  fmt::print(stderr, "\r{}; Ctrl-C stops here\x1b[K", format_tick_progress(now, goal));
  return true;
}

}  // namespace fungescope
