// A function that runs in the background, and whose result is polled for.
//
//     BackgroundJob<Hint> job;
//     job.start([=](const StopToken& stop) { return find_hint(board, puzzle, stop); });
//     if (auto hint = job.take()) ...    // each frame
#pragma once

#include "debugger_ui/background/background_thread.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace fungescope::ui {

// Tells a job whether it was cancelled. Converts to the `stopped` functions of other layers.
class StopToken {
 public:
  explicit StopToken(std::shared_ptr<const std::atomic<bool>> stop) : stop_(std::move(stop)) {}
  // To be called at least every few milliseconds: lets others have their turn.
  [[nodiscard]] bool operator()() const {
    yield_if_due();
    return stop_->load(std::memory_order_relaxed);
  }

 private:
  std::shared_ptr<const std::atomic<bool>> stop_;
};

// What a job's destructor does about work that has not finished.
enum class UnfinishedWork : std::uint8_t {
  wait,     // cancels it, and waits until it has ended
  abandon,  // cancels it; the work must own all that it uses, as it may outlive everything
};

template <class T>
class BackgroundJob {
 public:
  using Work = std::function<T(const StopToken& stop)>;

  explicit BackgroundJob(UnfinishedWork unfinished = UnfinishedWork::wait)
      : unfinished_(unfinished) {}
  ~BackgroundJob() { cancel(); }
  BackgroundJob(const BackgroundJob&) = delete;
  BackgroundJob& operator=(const BackgroundJob&) = delete;

  // Starts the work and cancels that of an earlier call. `done` is called on its thread once the
  // result can be taken.
  void start(
      Work work, std::function<void()> done = [] {}) {
    cancel();
    current_.emplace();
    current_->thread =
        BackgroundThread([work = std::move(work), done = std::move(done), state = current_->state] {
          state->result.emplace(work(StopToken({state, &state->stop})));
          state->completion.finish();
          done();
        });
    if (unfinished_ == UnfinishedWork::abandon) current_->thread.detach();
  }
  // Asks the work to end soon, and drops its result. Does not wait.
  void cancel() {
    if (!current_) return;
    current_->state->stop = true;
    if (unfinished_ == UnfinishedWork::wait) cancelled_.push_back(std::move(*current_));
    current_.reset();
  }
  [[nodiscard]] bool running() const { return current_.has_value(); }
  // Returns the result once, when it is there.
  [[nodiscard]] std::optional<T> take() {
    std::erase_if(cancelled_, [](const Run& run) { return run.state->completion.finished(); });
    if (!current_ || !current_->state->completion.finished()) return std::nullopt;
    std::optional<T> result = std::move(current_->state->result);
    current_.reset();
    return result;
  }
  // Waits until `take` returns the result, if there is work.
  void wait() {
    if (current_) current_->state->completion.wait();
  }

 private:
  struct State {
    std::atomic<bool> stop{false};
    std::optional<T> result;
    Completion completion;
  };
  struct Run {
    std::shared_ptr<State> state = std::make_shared<State>();
    BackgroundThread thread;  // its destructor waits
  };

  UnfinishedWork unfinished_;
  std::optional<Run> current_;
  std::vector<Run> cancelled_;
};

}  // namespace fungescope::ui
