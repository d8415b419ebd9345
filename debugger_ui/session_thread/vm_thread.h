// The thread behind Vm: its queue, its loop, and what it publishes.
//
// Everything that both threads touch lies behind `mutex_`, but the flags by which the window's
// thread hurries this one: those are atomic, because runs ask for them every millisecond.
#pragma once

#include "debugger_ui/session_thread/played_strip.h"
#include "debugger_ui/session_thread/refinement.h"
#include "debugger_ui/session_thread/vm.h"
#include "session/run_control/travel.h"

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

class Vm::Thread {
 public:
  Thread(VmStart start, std::function<void()> news);
  ~Thread();
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  // ---- For the window's thread

  [[nodiscard]] std::shared_ptr<const Picture> take_picture();
  void set_look(const Look& look);
  [[nodiscard]] std::vector<std::function<void()>> take_answers();
  [[nodiscard]] std::vector<std::string> take_messages();
  void add_job(Slot slot, std::string line, Work work);
  void seek(Tick tick);
  void play(Way way, double speed);
  void pause();
  void interrupt();
  void replace(VmStart start);
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
    Way way = Way::forward;
    double speed = unlimited;
    Clock::time_point since;  // when `credit` was brought up to date
    double credit = 0;        // ticks that are due
  };
  // Decides how long a run may go on, and shows how far it is.
  class Watcher final : public Monitor {
   public:
    explicit Watcher(Thread& thread) : thread_(thread) {}
    bool go_on(Tick now, Tick goal) override;

   private:
    Thread& thread_;
  };
  enum class Task : std::uint8_t { job, seek, leg, refinement };

  // ---- This thread

  void loop();
  bool do_something();  // false: there is nothing to do
  void begin(Task task, Clock::duration time);
  [[nodiscard]] bool may_go_on(Tick now, Tick goal);
  void open(VmStart start);
  void do_job(Job job);
  void do_seek(Tick tick);
  void do_leg();
  [[nodiscard]] Tick leg_limit(Clock::time_point now);
  void measure(Tick ticks, Clock::duration time);
  void end_playing();
  bool refine();
  [[nodiscard]] Occasion occasion() const;
  void note_instant();
  void note_program();
  void publish();
  void publish_progress(Tick now, Tick goal);
  void hand_over(std::shared_ptr<Picture> picture);
  [[nodiscard]] bool due_for_picture() const;

  std::function<void()> news_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable settled_;
  std::deque<Job> jobs_;
  std::optional<Tick> seek_;
  std::optional<Play> play_request_;
  bool pause_request_ = false;
  std::optional<VmStart> replacement_;
  Look look_;
  bool looked_elsewhere_ = false;
  bool idle_ = false;
  std::vector<std::function<void()>> answers_;
  std::vector<std::string> messages_;
  std::shared_ptr<const Picture> picture_;

  std::atomic<bool> quit_{false};
  std::atomic<bool> interrupt_{false};  // end what is at work
  std::atomic<bool> urgent_{false};     // there is something in the queue
  std::atomic<bool> stale_{false};      // what is at work was replaced by something newer
  std::atomic<bool> taken_{true};       // the window has the newest picture
  std::atomic<bool> leg_at_work_{false};
  std::atomic<Slot> slot_at_work_{slot::none};

  // ---- Only this thread's

  Watcher watcher_{*this};
  std::unique_ptr<Files> files_;
  std::string file_;
  std::unique_ptr<Debugger> debugger_;
  std::unique_ptr<Traveller> traveller_;
  std::shared_ptr<const ProgramInfo> program_;
  const Source* program_of_ = nullptr;  // the source that program_ was made of
  std::shared_ptr<const Reachability> reachable_;
  std::future<std::shared_ptr<const Reachability>> reachable_soon_;
  std::vector<std::unique_ptr<Refinement>> refinements_;
  PlayedStrip played_;
  Look look_now_;
  bool unseen_ = false;  // no picture of what is looked at now was published yet

  std::optional<Play> playing_;
  double ticks_per_second_ = 0;
  Task task_ = Task::job;
  std::string line_at_work_;
  Clock::time_point began_;
  Clock::time_point deadline_;
  // Longer than a frame where the way back cannot be cut into pieces that short.
  Clock::duration leg_time_{};
  Clock::time_point last_picture_;
  Clock::duration picture_cost_{};
  std::uint64_t serial_ = 0;
  struct Place {
    Tick tick = 0;
    BranchId branch = 0;
    std::size_t edits = 0;
    const Source* source = nullptr;
    std::uint64_t programs = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  Place place_;
  std::uint64_t instant_ = 0;
  std::uint64_t line_ = 0;
  std::uint64_t programs_ = 0;  // opened so far

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace fungescope::ui
