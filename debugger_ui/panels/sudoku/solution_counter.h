// Counts the solutions of a puzzle in a background thread: one with few givens may take long.
#pragma once

#include "puzzles/grid.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

namespace fungescope::ui {

class SolutionCounter {
 public:
  SolutionCounter() = default;
  ~SolutionCounter();  // cancels the count in progress
  SolutionCounter(const SolutionCounter&) = delete;
  SolutionCounter& operator=(const SolutionCounter&) = delete;

  // Starts a count and cancels that of an older puzzle. The thread starts with the first count.
  void ask(const puzzles::Grid& puzzle);
  // Returns 0, 1, or 2 for more than one solution of the latest puzzle; nothing while it is
  // counted.
  [[nodiscard]] std::optional<int> count() const;
  // Blocks until the count is known; for tests.
  int wait();

 private:
  void work();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<puzzles::Grid> asked_;  // not started yet
  std::uint64_t generation_ = 0;        // of the latest request
  std::optional<int> count_;            // of that generation
  std::atomic<bool> stop_{false};       // cancels the count in progress
  bool leaving_ = false;
  std::thread thread_;
};

}  // namespace fungescope::ui
