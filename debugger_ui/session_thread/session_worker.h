// The thread of SessionThread: it runs what is queued, and publishes snapshots; and the queue,
// which it shares with the window's thread: the work to be done and its results.
#pragma once

#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/session_thread/player.h"
#include "debugger_ui/session_thread/snapshot_builder.h"
#include "debugger_ui/session_thread/tasks/background_task.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fungescope::ui {

// Whether the session's thread continues its present work, in order of urgency.
enum class Signal : std::uint8_t {
  none,
  queued,       // work is queued: all but jobs give way to it
  superseded,   // a newer query replaces the current one
  interrupted,  // stop the current work
  quit,         // end the thread
};

// What the session's thread does.
enum class SessionTask : std::uint8_t {
  none,  // waits for work
  choose_next,
  job,
  seek,
  slice,
  event_search,  // a few milliseconds, after a slice
  background_task,
};

struct SessionThread::Queue {
  struct Job {
    Slot slot = slot::none;
    std::string line;  // the command, for the progress display; empty for queries
    Work work;
  };
  struct Seek {
    Tick tick = 0;
    Visit visit = Visit::next;
    std::string question;
  };
  struct Pause {};

  // Changes the queue under the lock, then wakes the thread. `change` returns the signal to send.
  template <class Change>
  void post(const Change& change) {
    {
      const std::lock_guard lock(mutex);
      signal = std::max(signal.load(), change(*this));
    }
    wake.notify_all();
  }
  // With `mutex` held.
  [[nodiscard]] bool is_settled() const {
    return task == SessionTask::none && signal == Signal::none;
  }

  // ---- Guarded by `mutex`

  std::mutex mutex;
  ConditionVariable wake;
  ConditionVariable settled;
  std::deque<Job> jobs;
  std::optional<Seek> seek;
  std::variant<std::monostate, Player::Run, Pause> transport;
  std::optional<SessionStart> replacement;
  ViewRequest request;
  std::vector<std::function<void()>> callbacks;
  std::vector<LogMessage> messages;  // of logpoints, not taken yet
  std::shared_ptr<const ViewSnapshot> snapshot;
  double virtual_seconds = 0;  // that have not been played yet

  // Written with `mutex` held where both threads write. Runs read the signal every millisecond.
  std::atomic<Signal> signal{Signal::none};
  std::atomic<SessionTask> task{SessionTask::choose_next};
  std::atomic<Slot> running_slot{slot::none};
  std::atomic<bool> snapshot_taken{true};  // the window has the newest snapshot
  std::atomic<bool> virtual_time{false};   // see SessionThread::elapse
};

// As a monitor, it limits how long a run may continue, and publishes its progress.
class SessionThread::Worker final : public Monitor {
 public:
  Worker(SessionStart start, std::function<void()> on_update);
  ~Worker() override;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  [[nodiscard]] Queue& queue() { return queue_; }
  // On the session's thread.
  void rename(const std::string& file);

 private:
  using Clock = Player::Clock;

  // The instant that the newest snapshot is about.
  struct Position {
    Tick tick = 0;
    BranchId branch = 0;
    std::size_t edits = 0;
    const Source* source = nullptr;
    std::uint64_t programs = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  // A run that waits for input at `at`, and continues once it has some.
  struct WaitingRun {
    Player::Run run;
    Tick at = 0;
    std::string unread;  // the unread input then: digits that a number may continue
  };

  void loop();
  bool run_next();  // false: there is nothing to do
  void begin(SessionTask task, Clock::duration time);
  [[nodiscard]] bool should_continue(Tick now, Tick goal) override;
  void open(SessionStart start);
  void run_job(Queue::Job job);
  void run_seek(const Queue::Seek& seek);
  void run_slice(double elapsed);
  bool wait_for_pace(Clock::time_point now);
  void stop_playing();
  void wait_for_input(Player::Run run);
  void resume_if_answered(const std::string& line);
  bool run_background_task();
  [[nodiscard]] TaskContext context() const;
  // `visit` and `question`: what a move counts as that no command has recorded.
  void update_position(Visit visit = Visit::same, const std::string& question = {});
  void publish();
  void publish_progress(Tick now, Tick goal);
  void publish_snapshot(std::shared_ptr<ViewSnapshot> snapshot);
  [[nodiscard]] bool snapshot_due() const;

  std::function<void()> on_update_;
  Queue queue_;
  std::unique_ptr<Files> files_;
  std::unique_ptr<Debugger> debugger_;
  ProgramDescription program_;
  Player player_{*this};
  std::optional<WaitingRun> waiting_;
  PlaybackSamples played_;
  InputReads reads_;
  BackgroundTasks tasks_{reads_};
  std::deque<LogMessage> log_;
  std::shared_ptr<const std::vector<LogMessage>> shown_log_;  // a copy; null: it is outdated
  ViewRequest current_request_;
  bool snapshot_outdated_ = false;  // the current request has not been published yet
  bool jump_pending_ = false;       // the next seek is a visit, whatever it says
  std::string running_line_;
  bool progress_shown_ = false;  // the newest snapshot says that a command is under way
  Clock::time_point began_;
  Clock::time_point deadline_;
  Clock::time_point last_snapshot_time_;
  Clock::duration snapshot_cost_{};
  std::uint64_t serial_ = 0;
  Position position_;
  std::uint64_t instant_ = 0;   // see ViewSnapshot::instant
  std::uint64_t timeline_ = 0;  // see TaskContext::timeline
  std::uint64_t programs_opened_ = 0;

  BackgroundThread thread_;  // last, as it uses all of the above
};

}  // namespace fungescope::ui
