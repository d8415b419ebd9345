#include "debugger_ui/panels/sudoku/solution_counter.h"

#include "puzzles/bitmask_solver.h"

namespace fungescope::ui {

SolutionCounter::~SolutionCounter() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void SolutionCounter::ask(const puzzles::Grid& puzzle) {
  {
    const std::lock_guard lock(mutex_);
    asked_ = puzzle;
    ++generation_;
    count_.reset();
    stop_ = true;
  }
  changed_.notify_all();
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
}

std::optional<int> SolutionCounter::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

int SolutionCounter::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return count_.has_value(); });
  return *count_;
}

void SolutionCounter::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return leaving_ || asked_; });
    if (leaving_) return;
    const puzzles::Grid puzzle = *asked_;
    const std::uint64_t generation = generation_;
    asked_.reset();
    stop_ = false;
    lock.unlock();
    const int count = puzzles::solve_with_bitmasks(puzzle, &stop_).count;
    lock.lock();
    // A newer puzzle has been requested: this count may be incomplete.
    if (generation != generation_) continue;
    count_ = count;
    changed_.notify_all();
  }
}

}  // namespace fungescope::ui
