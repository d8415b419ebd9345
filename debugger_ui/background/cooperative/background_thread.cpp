// Background work on fibers.
//
// One fiber runs at a time, and the main thread only while none does. Waiting on the main thread
// therefore means to run fibers.
#include "debugger_ui/background/background_thread.h"

#include "debugger_ui/background/cooperative/fiber.h"
#include "debugger_ui/background/cooperative/scheduler.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <thread>
#include <utility>

namespace fungescope::ui {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Task {
  explicit Task(std::function<void()> work) : fiber(std::move(work)) {}

  [[nodiscard]] bool is_ready(Clock::time_point now) const {
    return waits_for == nullptr || (wake_at && now >= *wake_at);
  }

  Fiber fiber;
  const void* waits_for = nullptr;  // null: ready
  std::optional<Clock::time_point> wake_at;
};

class Scheduler {
 public:
  // Lives as long as the program, as detached fibers do.
  static Scheduler& instance() {
    static auto& scheduler = *new Scheduler;
    return scheduler;
  }

  std::shared_ptr<Task> start(std::function<void()> work) {
    return tasks_.emplace_back(std::make_shared<Task>(std::move(work)));
  }

  // Runs fibers until none is ready. Returns false at `until` if some are.
  bool run(Clock::time_point until) {
    while (const auto task = next_ready()) {
      if (Clock::now() >= until) return false;
      resume(task, until);
    }
    return true;
  }

  // Returns when what is waited for has been notified, at `time`, or, on the main thread, earlier.
  void wait(const void* waits_for, std::optional<Clock::time_point> time) {
    if (running_ != nullptr) {
      running_->waits_for = waits_for;
      running_->wake_at = time;
      Fiber::suspend();
    } else if (const auto task = next_ready()) {
      resume(task, Clock::time_point::max());
    } else if (const auto next = next_time()) {
      std::this_thread::sleep_until(std::min(*next, time.value_or(*next)));
    } else if (time) {
      std::this_thread::sleep_until(*time);
    } else {
      std::fputs("fungescope: deadlock: all background work waits for the main thread\n", stderr);
      std::abort();
    }
  }

  void notify(const void* waited_for) {
    for (const auto& task : tasks_) {
      if (task->waits_for == waited_for) task->waits_for = nullptr;
    }
  }

  void yield_if_due() {
    if (running_ != nullptr && Clock::now() >= turn_end_) Fiber::suspend();
  }

  void set_max_turn(std::chrono::nanoseconds time) { max_turn_ = time; }

  // The minimum of the ready times.
  [[nodiscard]] std::optional<Clock::time_point> next_time() const {
    std::optional<Clock::time_point> next;
    for (const auto& task : tasks_) {
      const auto time = task->waits_for == nullptr ? Clock::time_point() : task->wake_at;
      if (time) next = std::min(next.value_or(*time), *time);
    }
    return next;
  }

 private:
  // In turns.
  std::shared_ptr<Task> next_ready() {
    const auto now = Clock::now();
    const auto found = std::find_if(tasks_.begin(), tasks_.end(),
                                    [now](const auto& task) { return task->is_ready(now); });
    if (found == tasks_.end()) return nullptr;
    tasks_.splice(tasks_.end(), tasks_, found);
    return tasks_.back();
  }

  void resume(const std::shared_ptr<Task>& task, Clock::time_point until) {
    task->waits_for = nullptr;
    task->wake_at.reset();
    turn_end_ = std::min(until, Clock::now() + max_turn_);
    running_ = task.get();
    task->fiber.resume();
    running_ = nullptr;
    if (!task->fiber.ended()) return;
    tasks_.remove(task);
    notify(task.get());
  }

  std::list<std::shared_ptr<Task>> tasks_;
  Task* running_ = nullptr;
  std::chrono::nanoseconds max_turn_ = 4ms;
  Clock::time_point turn_end_;
};

}  // namespace

bool run_background_work(std::chrono::nanoseconds time) {
  return !Scheduler::instance().run(Clock::now() + time);
}

std::optional<Clock::time_point> next_background_work() {
  return Scheduler::instance().next_time();
}

void set_max_turn(std::chrono::nanoseconds time) {
  Scheduler::instance().set_max_turn(time);
}

struct BackgroundThread::Handle {
  std::shared_ptr<Task> task;
};

BackgroundThread::BackgroundThread(std::function<void()> work)
    : handle_(std::make_shared<Handle>(Handle{Scheduler::instance().start(std::move(work))})) {}

void BackgroundThread::join() {
  const auto handle = std::exchange(handle_, nullptr);
  if (!handle) return;
  while (!handle->task->fiber.ended()) {
    Scheduler::instance().wait(handle->task.get(), std::nullopt);
  }
}

void BackgroundThread::detach() {
  handle_.reset();
}

void yield_if_due() {
  Scheduler::instance().yield_if_due();
}

void sleep_for(std::chrono::milliseconds time) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end) Scheduler::instance().wait(&end, end);
}

struct ConditionVariable::Waiters {};

ConditionVariable::ConditionVariable() : waiters_(std::make_unique<Waiters>()) {}
ConditionVariable::~ConditionVariable() = default;

void ConditionVariable::notify_all() {
  Scheduler::instance().notify(waiters_.get());
}

void ConditionVariable::wait_once(std::unique_lock<std::mutex>& lock,
                                  std::optional<Clock::time_point> until) {
  lock.unlock();
  Scheduler::instance().wait(waiters_.get(), until);
  lock.lock();
}

}  // namespace fungescope::ui
