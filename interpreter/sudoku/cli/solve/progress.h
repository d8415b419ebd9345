// A line on a terminal that shows the progress of a long task.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope {

// Returns "12,345 puzzles, 1,234 a second, 45%, 12 s left". `fraction` is 0 if the size of the task
// is unknown. `note`, if any, stands before the percentage.
[[nodiscard]] std::string format_progress(std::uint64_t count, double seconds, double fraction,
                                          std::string_view note = {});

class ProgressLine {
 public:
  // Draws on standard error if `wanted`.
  explicit ProgressLine(bool wanted) : wanted_(wanted) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Draws at most ten times a second.
  void update(std::uint64_t count, double fraction, std::string_view note = {});
  // Must be called before anything else is written to the terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace fungescope
