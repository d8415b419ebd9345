// Counts the solutions of puzzles as they are typed, on a thread of its own: one with few
// givens may take long.
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
  ~SolutionCounter();  // ends the count that is at work
  SolutionCounter(const SolutionCounter&) = delete;
  SolutionCounter& operator=(const SolutionCounter&) = delete;

  // A newer puzzle ends the count of an older one. The thread begins with the first.
  void ask(const puzzles::Grid& puzzle);
  // Of the puzzle asked about last: 0, 1, or 2 for two and more; nothing while it is counted.
  [[nodiscard]] std::optional<int> count() const;
  // Waits for it; for tests.
  int wait();

 private:
  void work();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<puzzles::Grid> asked_;  // not taken yet
  std::uint64_t generation_ = 0;        // of what was asked last
  std::optional<int> count_;            // of that generation
  std::atomic<bool> stop_{false};       // the count at work
  bool leaving_ = false;
  std::thread thread_;
};

}  // namespace fungescope::ui
