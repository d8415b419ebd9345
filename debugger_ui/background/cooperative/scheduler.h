// Gives fibers their turns. For the main loop of a program without threads:
//
//     application.frame(...);
//     const bool more = run_background_work(10ms);
//     // Next frame: at once if `more`, else when next_background_work() is due, or at an event.
#pragma once

#include <chrono>
#include <optional>

namespace fungescope::ui {

// Runs background work until none is ready, or the time is over; work overruns it until it next
// yields. Returns whether some is still ready. Not to be called by background work.
bool run_background_work(std::chrono::nanoseconds time);

// When work that waits for a time will be ready; nothing: not before the foreground has notified
// some. In the past if some is ready now.
[[nodiscard]] std::optional<std::chrono::steady_clock::time_point> next_background_work();

// The longest turn of a fiber. For tests: zero suspends it in each poll.
void set_max_turn(std::chrono::nanoseconds time);

}  // namespace fungescope::ui
