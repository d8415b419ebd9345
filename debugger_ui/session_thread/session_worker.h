// The thread of SessionThread: it runs what is queued, and publishes snapshots.
#pragma once

#include "debugger_ui/session_thread/playback_samples.h"
#include "debugger_ui/session_thread/player.h"
#include "debugger_ui/session_thread/session_queue.h"
#include "debugger_ui/session_thread/snapshot_builder.h"
#include "debugger_ui/session_thread/tasks/background_tasks.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

class SessionThread::Worker {
 public:
  Worker(SessionStart start, std::function<void()> on_update);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  [[nodiscard]] Queue& queue() { return queue_; }
  // On the session's thread.
  void rename(const std::string& file);

 private:
  using Clock = Player::Clock;

  // Limits how long a run may continue, and publishes its progress.
  class RunMonitor final : public Monitor {
   public:
    explicit RunMonitor(Worker& worker) : worker_(worker) {}
    bool should_continue(Tick now, Tick goal) override {
      return worker_.should_continue(now, goal);
    }

   private:
    Worker& worker_;
  };
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
  [[nodiscard]] bool should_continue(Tick now, Tick goal);
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
  RunMonitor monitor_{*this};
  std::unique_ptr<Files> files_;
  std::unique_ptr<Debugger> debugger_;
  ProgramDescription program_;
  Player player_{monitor_};
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
