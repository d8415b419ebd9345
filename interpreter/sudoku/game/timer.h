// The time that a game has been played: it runs between `resume` and `pause`.
//
// The present time is given by the caller, in seconds since any instant; a clock that was set back
// counts as one that stood still. Time is added up in milliseconds, so that a saved game is exact.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fungescope::game {

class Timer {
 public:
  // Starts with the milliseconds that were played before, paused.
  explicit Timer(std::int64_t milliseconds = 0) : milliseconds_(milliseconds) {}

  // Starts the timer; has no effect on one that runs.
  void resume(double now);
  void pause(double now);
  [[nodiscard]] bool running() const { return since_.has_value(); }

  // Returns the time played, in milliseconds or in seconds.
  [[nodiscard]] std::int64_t milliseconds(double now) const;
  [[nodiscard]] double seconds(double now) const;

 private:
  std::int64_t milliseconds_;  // before the timer was last started
  std::optional<double> since_;
};

// "4:07", or "1:04:07"; whole seconds, rounded down.
[[nodiscard]] std::string time_text(std::int64_t milliseconds);

}  // namespace fungescope::game
