// Background work on threads.
#include "debugger_ui/background/background_thread.h"

#include <condition_variable>
#include <thread>
#include <utility>

namespace fungescope::ui {

struct BackgroundThread::Handle {
  std::thread thread;
};

BackgroundThread::BackgroundThread() noexcept = default;
BackgroundThread::BackgroundThread(std::function<void()> work)
    : handle_(std::make_unique<Handle>(Handle{std::thread(std::move(work))})) {}
BackgroundThread::~BackgroundThread() {
  join();
}
BackgroundThread::BackgroundThread(BackgroundThread&& other) noexcept = default;
BackgroundThread& BackgroundThread::operator=(BackgroundThread&& other) noexcept {
  join();
  handle_ = std::move(other.handle_);
  return *this;
}

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

void ConditionVariable::wait_once(std::unique_lock<std::mutex>& lock) {
  waiters_->condition.wait(lock);
}

void ConditionVariable::wait_once_until(std::unique_lock<std::mutex>& lock,
                                        Clock::time_point time) {
  waiters_->condition.wait_until(lock, time);
}

}  // namespace fungescope::ui
