// An event that happens once, and that others can wait for.
#pragma once

#include "debugger_ui/background/background_thread.h"

#include <mutex>

namespace fungescope::ui {

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
