// A function on a thread of its own, whose result is polled for.
//
//     BackgroundJob<Hint> job;
//     job.start([=](const std::atomic<bool>& stop) { return find_hint(board, puzzle, &stop); });
//     if (auto hint = job.take()) ...    // each frame
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace fungescope::ui {

template <class T>
class BackgroundJob {
 public:
  using Work = std::function<T(const std::atomic<bool>& stop)>;

  BackgroundJob() = default;
  ~BackgroundJob() { cancel(); }  // waits for cancelled work
  BackgroundJob(const BackgroundJob&) = delete;
  BackgroundJob& operator=(const BackgroundJob&) = delete;

  // Starts the work and cancels that of an earlier call. `done` is called on its thread at the end.
  void start(
      Work work, std::function<void()> done = [] {}) {
    cancel();
    stop_ = std::make_shared<std::atomic<bool>>(false);
    result_ = std::async(std::launch::async,
                         [work = std::move(work), done = std::move(done), stop = stop_] {
                           T result = work(*stop);
                           done();
                           return result;
                         });
  }
  // Drops the result of work that has not been taken, without waiting.
  void cancel() {
    if (!result_.valid()) return;
    *stop_ = true;
    cancelled_.push_back(std::move(result_));
  }
  [[nodiscard]] bool running() const { return result_.valid(); }
  // Returns the result once, when it is there.
  [[nodiscard]] std::optional<T> take() {
    std::erase_if(cancelled_, [](const std::future<T>& work) { return is_ready(work); });
    if (!result_.valid() || !is_ready(result_)) return std::nullopt;
    return result_.get();
  }

 private:
  static bool is_ready(const std::future<T>& work) {
    return work.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

  std::shared_ptr<std::atomic<bool>> stop_;
  std::future<T> result_;
  std::vector<std::future<T>> cancelled_;  // their destructors wait
};

}  // namespace fungescope::ui
