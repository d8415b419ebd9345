// The thread of SessionThread: its queue, its loop, and the snapshots that it publishes.
#pragma once

#include "debugger_ui/background/background_job.h"
#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/session_thread/playback_samples.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/session_thread/snapshot_extension.h"
#include "debugger_ui/session_thread/tasks/background_task.h"
#include "session/queries/heat.h"
#include "session/queries/input_reads.h"
#include "session/run_control/run_controller.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fungescope::ui {

// Tells the session's thread whether to continue its current work, in order of urgency.
enum class Signal : std::uint8_t {
  none,
  queued,       // work is queued: all but jobs give way to it
  superseded,   // a newer query replaces the current one
  interrupted,  // stop the current work
  quit,         // end the thread
};

class SessionThread::Worker {
 public:
  Worker(SessionStart start, std::function<void()> on_update);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

 private:
  friend class SessionThread;
  using Clock = std::chrono::steady_clock;
  static constexpr auto frame = std::chrono::milliseconds(16);

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
  struct Play {
    RunDirection direction = RunDirection::forward;
    PlaySettings settings;
    Clock::time_point since;   // of the last update of the pace
    std::optional<Pace> pace;  // unset until the first slice
  };
  struct Pause {};
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
  enum class Task : std::uint8_t {
    none,  // waits for work
    choose_next,
    job,
    seek,
    slice,
    event_search,  // a few milliseconds, after a slice
    background_task,
  };

  // Changes the queue under the lock, then wakes the thread. `change` returns the signal to send.
  template <class Change>
  void post(const Change& change) {
    {
      const std::lock_guard lock(mutex_);
      signal_ = std::max(signal_.load(), change(*this));
    }
    wake_.notify_all();
  }
  // With `mutex_` held.
  [[nodiscard]] bool settled() const { return task_ == Task::none && signal_ == Signal::none; }

  // ---- On the session's thread

  void loop();
  bool run_next();  // false: there is nothing to do
  void begin(Task task, Clock::duration time);
  [[nodiscard]] bool should_continue(Tick now, Tick goal);
  void open(SessionStart start);
  void rename(const std::string& file);
  void run_job(Job job);
  void resume_if_answered(const std::string& line);
  void run_seek(const Seek& seek);
  void run_slice(double elapsed);
  void begin_playing(Clock::time_point now);
  void choose_events();
  [[nodiscard]] Tick played_ticks() const;
  bool wait_for_pace(Clock::time_point now);
  StopInfo run_due(Tick due);
  StopInfo run_forward(Tick due);
  StopInfo run_to_event();
  StopInfo run_back(Tick due);
  void keep_touches(TouchRecorder& recorder);
  void update_speed(Tick ticks, Clock::duration time);
  void show_playing(ViewSnapshot& snapshot);
  void stop_playing();
  void wait_for_input(Play run);
  bool run_background_task();
  void run_urgent_tasks();
  [[nodiscard]] TaskContext context() const;
  // `visit` and `question`: what a move counts as that no command has recorded.
  void update_position(Visit visit = Visit::same, const std::string& question = {});
  void update_program_info();
  void publish();
  void publish_progress(Tick now, Tick goal);
  void publish_snapshot(std::shared_ptr<ViewSnapshot> snapshot);
  [[nodiscard]] bool snapshot_due() const;

  std::function<void()> on_update_;

  // ---- Shared by both threads, guarded by `mutex_`

  std::mutex mutex_;
  ConditionVariable wake_;
  ConditionVariable settled_;
  std::deque<Job> jobs_;
  std::optional<Seek> seek_;
  std::variant<std::monostate, Play, Pause> transport_;
  std::optional<SessionStart> replacement_;
  ViewRequest request_;
  std::vector<std::function<void()>> callbacks_;
  std::vector<LogMessage> messages_;  // of logpoints, not taken yet
  std::shared_ptr<const ViewSnapshot> snapshot_;

  // Written with `mutex_` held where both threads write. Runs read the signal every millisecond.
  std::atomic<Signal> signal_{Signal::none};
  std::atomic<Task> task_{Task::choose_next};
  std::atomic<Slot> running_slot_{slot::none};
  std::atomic<bool> snapshot_taken_{true};  // the window has the newest snapshot
  std::atomic<bool> virtual_time_{false};   // see SessionThread::use_virtual_time
  double virtual_seconds_ = 0;              // that have not been played yet

  // ---- Owned by the session's thread

  RunMonitor monitor_{*this};
  std::unique_ptr<Files> files_;
  std::string file_;
  std::unique_ptr<Debugger> debugger_;
  std::unique_ptr<RunController> run_controller_;
  std::shared_ptr<const ProgramInfo> program_;
  const Source* program_source_ = nullptr;  // the source of `program_`
  std::shared_ptr<const Reachability> reachable_;
  // Takes seconds for a large field. It shares only the program, so that neither a reload nor the
  // end of this thread has to wait for it.
  BackgroundJob<std::shared_ptr<const Reachability>> reachability_{UnfinishedWork::abandon};
  std::vector<std::unique_ptr<BackgroundTask>> background_tasks_;
  std::size_t next_task_ = 0;        // they take turns, from the first one at each new instant
  std::uint64_t tasks_instant_ = 0;  // at which they did so last
  PlaybackSamples played_;
  std::deque<LogMessage> log_;
  std::shared_ptr<const std::vector<LogMessage>> shown_log_;  // a copy; null: it is outdated
  InputReads reads_;
  ViewRequest current_request_;
  bool snapshot_outdated_ = false;  // the current request has not been published yet

  std::optional<Play> playing_;
  // The run that waits for input at `resume_at_`, and goes on once it has some.
  std::optional<Play> resume_;
  Tick resume_at_ = 0;
  std::string resume_unread_;  // the unread input then: digits that a number may continue
  // What the pace counts as an event: nothing, one of `own_events_`, or a change of an area.
  std::vector<std::unique_ptr<PlayEvents>> play_events_;  // of each extension
  PlayEvents* own_events_ = nullptr;  // of the program's kind; null: of none, or not asked for
  bool tells_all_ = false;  // whether a run stops at each of them; else only before snapshots
  std::optional<RunGoal> change_goal_;
  std::optional<Rectangle> event_area_;
  std::vector<Touch> touched_;        // since the last snapshot that the window took
  std::ptrdiff_t shown_touches_ = 0;  // how many of them the newest snapshot has
  std::vector<Point> trail_;          // of the observed ticks
  bool jump_pending_ = false;         // the next seek is a visit, whatever it says
  Visit play_visit_ = Visit::next;    // what the next slice counts as
  double ticks_per_second_ = 0;
  std::string running_line_;
  bool progress_shown_ = false;  // the newest snapshot says that a command is under way
  Clock::time_point began_;
  Clock::time_point deadline_;
  // Longer than a frame where a reverse run cannot be split into slices that short.
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
  std::uint64_t instant_ = 0;   // see ViewSnapshot::instant
  std::uint64_t timeline_ = 0;  // see TaskContext::timeline
  std::uint64_t programs_opened_ = 0;

  BackgroundThread thread_;  // last, as it uses all of the above
};

}  // namespace fungescope::ui
