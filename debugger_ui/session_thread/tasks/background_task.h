// Work that completes a snapshot while the session's thread is otherwise idle: replays that take
// longer than a frame. Each task works in time slices, yields to all other work, and continues
// where it was interrupted. The tasks take turns.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"
#include "history/history.h"
#include "session/commands/command.h"
#include "session/queries/input_reads.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

// The inputs of a task. A task starts over when an input that it depends on changes.
struct TaskContext {
  std::uint64_t instant = 0;   // see ViewSnapshot::instant
  std::uint64_t timeline = 0;  // changes with the branch, its edits and the program
  bool playing = false;        // at a low speed: the current instant is about to change
  const ViewRequest& request;
};

class BackgroundTask {
 public:
  enum class Progress : std::uint8_t {
    done,        // there is nothing to do
    updated,     // has a result to publish; there may be more to do
    unfinished,  // there is more to do
  };

  virtual ~BackgroundTask() = default;
  // Whether it has short work to do once, without which the snapshots while playing at any speed
  // would lack what they showed before. Must be cheap.
  [[nodiscard]] virtual bool is_urgent(Debugger& /*debugger*/,
                                       const TaskContext& /*context*/) const {
    return false;
  }
  // Works until the monitor interrupts it or it is done. Leaves the current instant unchanged.
  virtual Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) = 0;
  // Adds its results to a snapshot of that context. Must be cheap.
  virtual void show(const TaskContext& /*context*/, ViewSnapshot& /*snapshot*/) const {}
};

// Slices of a replay that continues where the last slice was interrupted: lengthens those that get
// nowhere, or hardly. Where checkpoints are far apart, the replay up to
// the first new tick takes longer than a time slice: each slice would repeat it and never get
// further. In a large field, going there and back takes longer than the slice.
class ReplayPace {
 public:
  using Clock = std::chrono::steady_clock;

  // Interrupts when `outer` does, but not before a minimum time.
  class Slice final : public Monitor {
   public:
    Slice(Monitor& outer, Clock::duration minimum)
        : outer_(outer), began_(Clock::now()), until_(began_ + minimum) {}
    bool should_continue(Tick now, Tick goal) override {
      if (outer_.should_continue(now, goal)) return true;
      const auto time = Clock::now();
      if (time < until_) return true;
      stopped_ = time;
      return false;
    }
    // Whether the way back to the present, up to now, took long compared with the slice.
    [[nodiscard]] bool returned_slowly() const {
      return stopped_ && Clock::now() - *stopped_ > (*stopped_ - began_) / 2;
    }

   private:
    Monitor& outer_;
    Clock::time_point began_;
    Clock::time_point until_;
    std::optional<Clock::time_point> stopped_;
  };

  [[nodiscard]] Slice slice(Monitor& outer) const { return {outer, minimum_}; }
  // To be called after each slice, back at the present instant.
  void advanced(bool further, const Slice& slice) {
    using std::chrono::milliseconds;
    if (!further || slice.returned_slowly()) {
      minimum_ = std::clamp<Clock::duration>(2 * minimum_, milliseconds(10), milliseconds(500));
    }
  }

 private:
  Clock::duration minimum_{};
};

// Fills ViewSnapshot::heat: counts the accesses to each cell up to the current instant, for the
// cells of ViewSnapshot::cells, or for blocks of the whole field. Publishes growing counts five
// times a second. When the current instant advances on the same timeline, a count of the whole run
// is continued; otherwise it starts over, and the old counts stay visible until there are new ones.
// Memory: see Heat.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_heat_task();

// Fills ViewSnapshot::timeline: samples the requested expressions, all regions of the program, and
// the hits of the enabled breakpoints. Publishes ten times a second. Starts over when the request,
// the timeline or the breakpoints change, or when the run has grown by more than a column within
// the range; the old samples stay visible until there are new ones.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_timeline_task();

// The background tasks of the session's thread, which take turns.
class BackgroundTasks {
 public:
  // All tasks, those of extensions included. They complete `reads`, from which InputSnapshot::lines
  // is built, and which must outlive them.
  explicit BackgroundTasks(InputReads& reads);

  // Runs those that are urgent, each after a call of `begin`.
  void run_urgent(Debugger& debugger, const TaskContext& context, Monitor& monitor,
                  const std::function<void()>& begin);
  // Runs the next one that has something to do, from the first one at each new instant. Returns
  // `done` if none has.
  [[nodiscard]] BackgroundTask::Progress run_next(Debugger& debugger, const TaskContext& context,
                                                  Monitor& monitor);
  // Adds the results of all.
  void show(const TaskContext& context, ViewSnapshot& snapshot) const {
    for (const auto& task : tasks_) task->show(context, snapshot);
  }

 private:
  std::vector<std::unique_ptr<BackgroundTask>> tasks_;
  std::size_t next_ = 0;
  std::uint64_t instant_ = 0;  // at which they took turns last
};

}  // namespace fungescope::ui
