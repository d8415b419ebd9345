#include "debugger_ui/background/background_thread.h"

#include <condition_variable>
#include <thread>
#include <utility>

namespace fungescope::ui {

struct BackgroundThread::Handle {
  std::thread thread;
};

BackgroundThread::BackgroundThread(std::function<void()> work)
    : handle_(std::make_shared<Handle>(Handle{std::thread(std::move(work))})) {}

void BackgroundThread::join() {
  if (const auto handle = std::exchange(handle_, nullptr)) handle->thread.join();
}

void BackgroundThread::detach() {
  if (const auto handle = std::exchange(handle_, nullptr)) handle->thread.detach();
}

void yield_if_due() {}

void sleep_for(std::chrono::milliseconds time) {
  std::this_thread::sleep_for(time);
}

struct ConditionVariable::Waiters {
  std::condition_variable condition;
};

ConditionVariable::ConditionVariable() : waiters_(std::make_unique<Waiters>()) {}
ConditionVariable::~ConditionVariable() = default;

void ConditionVariable::notify_all() {
  waiters_->condition.notify_all();
}

void ConditionVariable::wait_once(std::unique_lock<std::mutex>& lock,
                                  std::optional<Clock::time_point> until) {
  if (until) {
    waiters_->condition.wait_until(lock, *until);
  } else {
    waiters_->condition.wait(lock);
  }
}

}  // namespace fungescope::ui
