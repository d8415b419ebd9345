// Plays a run in slices: which ticks are due, at which events a slice stops, and what the window
// shows of it. Used by the session's thread.
#pragma once

#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/session_thread/snapshot_extension.h"
#include "session/queries/heat.h"
#include "session/run_control/run_controller.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

class Player {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr auto frame = std::chrono::milliseconds(16);
  // Background tasks run between two ticks that are at least this long apart, in seconds.
  static constexpr double idle_time = 0.5e-3;
  // How long `run_to_event` may take.
  static constexpr auto max_time_to_event = std::chrono::milliseconds(4);

  struct Run {
    RunDirection direction = RunDirection::forward;
    PlaySettings settings;
    Clock::time_point since;   // of the last update of the pace
    std::optional<Pace> pace;  // unset until the first slice
  };

  // `monitor` ends slices.
  explicit Player(Monitor& monitor);

  // Ends what was played. `debugger` must outlive the use of it.
  void open(Debugger& debugger);
  // Plays from the present instant, or changes how the run is played.
  void play(Run run) { run_ = std::move(run); }
  // What is played ends; without `forget`, another `play` continues it.
  void pause() { run_.reset(); }
  void stop();
  // The instant or the session is another one: the next slice starts over.
  void forget() { controller_.reset(); }

  [[nodiscard]] bool playing() const { return run_.has_value(); }
  [[nodiscard]] const Run& run() const { return *run_; }
  [[nodiscard]] bool forward() const { return run_->direction == RunDirection::forward; }

  // ---- A slice. While playing.

  // Advances the pace by the time since the last slice, or by `seconds`.
  void begin_slice(Clock::time_point now, std::optional<double> seconds);
  [[nodiscard]] bool is_due() const { return run_->pace->due(ticks_played()) > 0; }
  [[nodiscard]] double seconds_until_due() const {
    return run_->pace->seconds_until_due(ticks_played());
  }
  // Longer than a frame where a reverse run cannot be split into slices that short.
  [[nodiscard]] Clock::duration slice_time() const { return slice_time_; }
  // Runs what is due. Polls `is_over` after each event.
  StopInfo run_slice(const std::function<bool()>& is_over);
  // Whether the slice has passed over events, as at the highest speeds.
  [[nodiscard]] bool passes_over_events() const { return !stops_at_every_event_ && forward(); }
  // Then: runs a little further, observed, and to the next event if it is near, so that the
  // snapshot that follows has both.
  StopInfo run_to_event();
  // `seconds` as in begin_slice. `interrupted`: before the goal.
  void end_slice(Tick ticks, Clock::duration time, bool is_virtual, bool interrupted);
  // What the slice counts as; `moved`: the next one continues it.
  [[nodiscard]] Visit take_visit(bool moved);

  // Adds what was touched since the last snapshot that the window took, and, while playing, the
  // trail and the last event.
  void show(ViewSnapshot& snapshot, bool taken);

 private:
  void begin(Clock::time_point now);
  void choose_events();
  [[nodiscard]] Tick ticks_played() const;
  [[nodiscard]] const RunGoal* goal();
  StopInfo run_part(const RunSlice& slice);
  StopInfo run_observed(RunSlice slice);
  StopInfo run_forward(Tick due);
  StopInfo run_back(Tick due);
  void keep_touches(TouchRecorder& recorder);

  Monitor& monitor_;
  Debugger* debugger_ = nullptr;
  std::unique_ptr<RunController> controller_;
  std::optional<Run> run_;
  // What the pace counts as an event: nothing, one of `own_events_`, or a change of an area.
  std::vector<std::unique_ptr<PlayEvents>> events_;  // of each extension
  PlayEvents* own_events_ = nullptr;   // of the program's kind; null: of none, or not asked for
  bool stops_at_every_event_ = false;  // else only before snapshots
  std::optional<RunGoal> change_goal_;
  std::optional<Rectangle> event_area_;
  std::vector<Touch> touched_;        // since the last snapshot that the window took
  std::ptrdiff_t shown_touches_ = 0;  // how many of them the newest snapshot has
  std::vector<Point> trail_;          // of the observed ticks
  Visit visit_ = Visit::next;         // what the next slice counts as
  double ticks_per_second_ = 0;
  Clock::duration slice_time_{};
};

}  // namespace fungescope::ui
