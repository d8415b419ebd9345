#include "sudoku/game/timer.h"

#include <cmath>

#include <fmt/format.h>

namespace fungescope::game {

void Timer::resume(double now) {
  if (!since_) since_ = now;
}

void Timer::pause(double now) {
  milliseconds_ = milliseconds(now);
  since_.reset();
}

std::int64_t Timer::milliseconds(double now) const {
  if (!since_ || !(now > *since_)) return milliseconds_;
  // Longer than a century is no time that somebody has played.
  constexpr double max_seconds = 4e9;
  const double played = std::fmin(now - *since_, max_seconds);
  return milliseconds_ + static_cast<std::int64_t>(played * 1000);
}

double Timer::seconds(double now) const {
  return static_cast<double>(milliseconds(now)) / 1000;
}

std::string time_text(std::int64_t milliseconds) {
  const std::int64_t seconds = milliseconds / 1000;
  const std::int64_t hours = seconds / 3600;
  if (hours == 0) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", hours, seconds / 60 % 60, seconds % 60);
}

}  // namespace fungescope::game
