// The thread behind Vm: its queue, its loop, and what it publishes.
//
// Everything that both threads touch lies behind `mutex_`, but the flags by which the window's
// thread hurries this one: those are atomic, because runs ask for them every millisecond.
#pragma once

#include "debugger_ui/session_thread/background_task.h"
#include "debugger_ui/session_thread/playback_samples.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "session/run_control/run_controller.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace fungescope::ui {

class SessionThread::Worker {
 public:
  Worker(SessionStart start, std::function<void()> updated);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // ---- For the window's thread

  [[nodiscard]] std::shared_ptr<const ViewSnapshot> newest_snapshot();
  void set_request(const ViewRequest& request);
  [[nodiscard]] std::vector<std::function<void()>> take_answers();
  [[nodiscard]] std::vector<std::string> take_messages();
  void add_job(Slot slot, std::string line, Work work);
  void seek(Tick tick);
  void play(RunDirection direction, double speed);
  void pause();
  void interrupt();
  void replace(SessionStart start);
  void settle();
  [[nodiscard]] bool settled();

 private:
  using Clock = std::chrono::steady_clock;

  struct Job {
    Slot slot = slot::none;
    std::string line;  // what a person sees while it takes long; empty for questions
    Work work;
  };
  struct Play {
    RunDirection direction = RunDirection::forward;
    double speed = unlimited;
    Clock::time_point since;  // when `credit` was brought up to date
    double credit = 0;        // ticks that are due
  };
  // Decides how long a run may go on, and shows how far it is.
  class Watcher final : public Monitor {
   public:
    explicit Watcher(Worker& thread) : thread_(thread) {}
    bool should_continue(Tick now, Tick goal) override;

   private:
    Worker& thread_;
  };
  enum class Task : std::uint8_t { job, seek, slice, background_task };

  // ---- This thread

  void loop();
  bool run_next();  // false: there is nothing to do
  void begin(Task task, Clock::duration time);
  [[nodiscard]] bool should_continue(Tick now, Tick goal);
  void open(SessionStart start);
  void run_job(Job job);
  void run_seek(Tick tick);
  void run_slice();
  [[nodiscard]] Tick slice_limit(Clock::time_point now);
  void measure(Tick ticks, Clock::duration time);
  void stop_playing();
  bool run_background_task();
  [[nodiscard]] TaskContext task_context() const;
  void update_position();
  void update_program_info();
  void publish();
  void publish_progress(Tick now, Tick goal);
  void publish_snapshot(std::shared_ptr<ViewSnapshot> snapshot);
  [[nodiscard]] bool snapshot_due() const;

  std::function<void()> news_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable settled_;
  std::deque<Job> jobs_;
  std::optional<Tick> seek_;
  std::optional<Play> play_request_;
  bool pause_request_ = false;
  std::optional<SessionStart> replacement_;
  ViewRequest request_;
  bool request_changed_ = false;
  bool idle_ = false;
  std::vector<std::function<void()>> answers_;
  std::vector<std::string> messages_;
  std::shared_ptr<const ViewSnapshot> snapshot_;

  std::atomic<bool> quit_{false};
  std::atomic<bool> interrupt_{false};      // end what is at work
  std::atomic<bool> urgent_{false};         // there is something in the queue
  std::atomic<bool> superseded_{false};     // what is at work was replaced by something newer
  std::atomic<bool> snapshot_taken_{true};  // the window has the newest picture
  std::atomic<bool> slice_running_{false};
  std::atomic<Slot> running_slot_{slot::none};

  // ---- Only this thread's

  Watcher watcher_{*this};
  std::unique_ptr<Files> files_;
  std::string file_;
  std::unique_ptr<Debugger> debugger_;
  std::unique_ptr<RunController> run_controller_;
  std::shared_ptr<const ProgramInfo> program_;
  const Source* program_source_ = nullptr;  // the source that program_ was made of
  std::shared_ptr<const Reachability> reachable_;
  std::future<std::shared_ptr<const Reachability>> reachability_future_;
  std::vector<std::unique_ptr<BackgroundTask>> background_tasks_;
  PlaybackSamples played_;
  ViewRequest current_request_;
  bool snapshot_outdated_ = false;  // no picture of what is looked at now was published yet

  std::optional<Play> playing_;
  double ticks_per_second_ = 0;
  Task task_ = Task::job;
  std::string running_line_;
  Clock::time_point began_;
  Clock::time_point deadline_;
  // Longer than a frame where the way back cannot be cut into pieces that short.
  Clock::duration slice_time_{};
  Clock::time_point last_snapshot_time_;
  Clock::duration snapshot_cost_{};
  std::uint64_t serial_ = 0;
  struct Position {
    Tick tick = 0;
    BranchId branch = 0;
    std::size_t edits = 0;
    const Source* source = nullptr;
    std::uint64_t programs = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  Position position_;
  std::uint64_t instant_ = 0;
  std::uint64_t line_ = 0;
  std::uint64_t programs_opened_ = 0;  // opened so far

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace fungescope::ui
