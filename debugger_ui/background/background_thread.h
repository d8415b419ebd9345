// Work that goes on while the window draws: on threads or, where there are none, on fibers that
// take turns with the window. A program links one of two implementations:
//
//   threads/      a BackgroundThread is a std::thread
//   cooperative/  it is a fiber, which the main loop resumes between frames (scheduler.h)
//
// The same code runs on both if it
//   - calls `yield_if_due` at least every few milliseconds while it computes (StopToken and the
//     session's monitor do so);
//   - waits for others only with a ConditionVariable or with what is built on one;
//   - holds no mutex during either.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace fungescope::ui {

class BackgroundThread {
 public:
  BackgroundThread() = default;  // runs nothing
  explicit BackgroundThread(std::function<void()> work);
  ~BackgroundThread() { join(); }  // waits until the work is done, unless detached
  BackgroundThread(BackgroundThread&& other) = default;
  BackgroundThread& operator=(BackgroundThread&& other) noexcept {  // waits as the destructor does
    join();
    handle_ = std::move(other.handle_);
    return *this;
  }

  // Waits until the work is done.
  void join();
  // From now on the work may outlive this object and, unfinished, the program.
  void detach();

  struct Handle;

 private:
  std::shared_ptr<Handle> handle_;  // null: none
};

// Lets others have their turn if the caller's time is over. On the main thread it does nothing.
void yield_if_due();

// Waits that long, while background work goes on.
void sleep_for(std::chrono::milliseconds time);

// As std::condition_variable. On the main thread of a cooperative program, waiting runs the
// background work.
class ConditionVariable {
 public:
  using Clock = std::chrono::steady_clock;

  ConditionVariable();
  ~ConditionVariable();
  ConditionVariable(const ConditionVariable&) = delete;
  ConditionVariable& operator=(const ConditionVariable&) = delete;

  void notify_all();
  template <class Predicate>
  void wait(std::unique_lock<std::mutex>& lock, Predicate predicate) {
    while (!predicate()) wait_once(lock);
  }
  template <class Predicate>
  bool wait_until(std::unique_lock<std::mutex>& lock, Clock::time_point time, Predicate predicate) {
    while (!predicate()) {
      if (Clock::now() >= time) return false;
      wait_once(lock, time);
    }
    return true;
  }

 private:
  // May return early.
  void wait_once(std::unique_lock<std::mutex>& lock, std::optional<Clock::time_point> until = {});

  struct Waiters;
  std::unique_ptr<Waiters> waiters_;
};

// An event that happens once, and that others can wait for.
class Completion {
 public:
  void finish() {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] bool finished() const {
    const std::lock_guard lock(mutex_);
    return finished_;
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return finished_; });
  }

 private:
  mutable std::mutex mutex_;
  ConditionVariable changed_;
  bool finished_ = false;
};

}  // namespace fungescope::ui
