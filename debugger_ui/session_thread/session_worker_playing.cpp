// Playing: runs in slices of a frame, each as long as the pace allows.
#include "debugger_ui/session_thread/session_worker.h"
#include "session/commands/run_report.h"
#include "session/commands/visits.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

using namespace std::chrono_literals;

// Unlimited speed in reverse, in ticks per second: about the speed of a fast program forwards.
constexpr double max_reverse_speed = 1e9;
// Background tasks run between two ticks that are at least this long apart, in seconds.
constexpr double idle_time = 0.5e-3;
// Of each run while playing, this many ticks are observed, for the trail and the glow: 1 ms.
constexpr Tick observed_ticks = 40'000;
constexpr std::size_t max_touched = 4096;
// At the highest speeds, only the end of what is run between two snapshots is observed, and then an
// event is waited for: up to so many ticks, and so much time.
constexpr Tick ticks_observed_last = 8'000;
constexpr Tick max_ticks_to_event = 1'000'000;
constexpr auto max_time_to_event = 4ms;
constexpr std::size_t trail_length = 48;
constexpr double time_to_read = 1.6;  // of a guided run at an event that is worth it, in seconds

}  // namespace

Tick SessionThread::Worker::played_ticks() const {
  const History& history = debugger_->session().history();
  return history.tick() - history.begin();
}

// Starts or changes how the run is played.
void SessionThread::Worker::begin_playing(Clock::time_point now) {
  Session& session = debugger_->session();
  if (!run_controller_) {
    session.mark_previous();
    playing_->since = now;
    ticks_per_second_ = 0;
    slice_time_ = frame;
    touched_.clear();
    shown_touches_ = 0;
    trail_.clear();
    for (const auto& events : play_events_) events->forget();
    play_visit_ = Visit::next;
  }
  choose_events();
  run_controller_ = std::make_unique<RunController>(session);
  playing_->pace.emplace(playing_->settings.pace, event_area_.has_value());
}

// In reverse, a guided run does not rest: it would have to search for the events.
void SessionThread::Worker::choose_events() {
  Session& session = debugger_->session();
  const std::string& name = playing_->settings.events;
  const PaceSettings& pace = playing_->settings.pace;
  run_controller_.reset();
  own_events_ = nullptr;
  change_goal_.reset();
  event_area_.reset();
  const bool forward = playing_->direction == RunDirection::forward;
  // At the highest speeds, finding all events would take longer than running.
  constexpr double max_told = 1e7;
  tells_all_ = pace.mode != PaceMode::ticks || (pace.rate > 0 && pace.rate <= max_told);
  if (!forward && pace.mode != PaceMode::events) return;
  const auto begin_own = [&] {
    for (const auto& events : play_events_) {
      if (own_events_ == nullptr && events->begin(session)) own_events_ = events.get();
    }
  };
  if (!tells_all_) return begin_own();
  if (const Region* const region = session.symbols().region(name)) {
    event_area_ = region->area;
  } else if (const auto variable = session.symbols().variable(name); !name.empty() && variable) {
    event_area_ = Rectangle{(*variable)->at, {1, 1}};
  }
  if (event_area_) {
    change_goal_ = change_goal(session, *event_area_);
  } else {
    begin_own();
    if (own_events_ != nullptr) event_area_ = own_events_->area();
  }
}

void SessionThread::Worker::run_slice(double elapsed) {
  Session& session = debugger_->session();
  const auto now = Clock::now();
  if (!playing_->pace) begin_playing(now);
  Pace& pace = *playing_->pace;
  const std::chrono::duration<double> passed = now - std::exchange(playing_->since, now);
  pace.elapse(virtual_time_ ? elapsed : passed.count());
  if (pace.due(played_ticks()) == 0 && wait_for_pace(now)) return;
  const Tick before = session.machine().tick;
  begin(Task::slice, slice_time_);
  StopInfo stopped{StopInfo::Reason::arrived, before, {}, {}};
  while (const Tick due = pace.due(played_ticks())) {
    const Tick from = session.machine().tick;
    const Tick at = played_ticks();
    stopped = run_due(due);
    const Tick to = session.machine().tick;
    const bool event =
        stopped.reason == StopInfo::Reason::arrived && stopped.event.is(TrapEvent::write);
    pace.ran(at, to > from ? to - from : from - to, event);
    if (event && own_events_ != nullptr && own_events_->reach(stopped.event, nullptr)) {
      pace.hold(time_to_read);
    }
    if (!event || (!virtual_time_ && Clock::now() >= deadline_)) break;
  }
  Clock::duration told{};
  const bool runs_on = stopped.reason == StopInfo::Reason::arrived ||
                       stopped.reason == StopInfo::Reason::interrupted;
  // Asked once: a snapshot that becomes due after this would show an older event.
  const bool shows = virtual_time_ || snapshot_due();
  if (runs_on && !tells_all_ && playing_->direction == RunDirection::forward && shows) {
    const Tick at = played_ticks();
    stopped = run_to_event();
    pace.ran(at, played_ticks() - at, false);
    told = Clock::now() - began_;
  }
  task_ = Task::choose_next;
  const Tick after = session.machine().tick;
  const std::chrono::duration<double> virtual_time(std::max(elapsed, 1e-6));
  update_speed(after > before ? after - before : before - after,
               virtual_time_ ? std::chrono::duration_cast<Clock::duration>(virtual_time)
                             : Clock::now() - now);
  update_position(play_visit_,
                  playing_->direction == RunDirection::forward ? "play" : "play backwards");
  if (after != before) play_visit_ = Visit::same;
  // A reverse search covers at least the interval between two checkpoints.
  const bool stuck = after == before && stopped.reason == StopInfo::Reason::interrupted;
  slice_time_ = stuck && playing_->direction == RunDirection::reverse ? 2 * slice_time_ : frame;
  const bool at_limit = stopped.reason == StopInfo::Reason::arrived;
  const bool at_begin =
      playing_->direction == RunDirection::reverse && after == session.history().begin();
  if ((!at_limit && stopped.reason != StopInfo::Reason::interrupted) || at_begin) {
    debugger_->set_last_stop(stopped);
    record_visit(session, Visit::same, {}, describe_stop(session, stopped));
    if (stopped.reason == StopInfo::Reason::input_wait) wait_for_input(*playing_);
    stop_playing();
    return;
  }
  if (!shows) return;
  run_urgent_tasks();
  publish();
  snapshot_cost_ += told;
}

// No tick is due yet: uses the time for other work. Returns whether there is nothing to run.
bool SessionThread::Worker::wait_for_pace(Clock::time_point now) {
  if (virtual_time_) {
    publish();
    return true;
  }
  if (snapshot_outdated_) {
    publish();
    return true;
  }
  const double seconds = playing_->pace->seconds_until_due(played_ticks());
  if (seconds <= 0) return false;
  if (seconds > idle_time && run_background_task()) return true;
  const std::chrono::duration<double> missing(std::min(seconds, 1.0));
  const auto until = now + std::chrono::duration_cast<Clock::duration>(missing);
  std::unique_lock lock(mutex_);
  wake_.wait_until(lock, std::min(until, now + frame), [this] { return signal_ != Signal::none; });
  return true;
}

StopInfo SessionThread::Worker::run_due(Tick due) {
  return playing_->direction == RunDirection::forward ? run_forward(due) : run_back(due);
}

// Observes the first ticks; the speed hides the others.
StopInfo SessionThread::Worker::run_forward(Tick due) {
  const Tick tick = debugger_->session().machine().tick;
  const RunGoal* const goal = !tells_all_    ? nullptr
                              : own_events_  ? &own_events_->goal(&monitor_)
                              : change_goal_ ? &*change_goal_
                                             : nullptr;
  const Tick limit = due > no_limit - tick ? no_limit : tick + due;
  const auto run = [&](Tick until, Observer* observer) {
    return run_controller_->run(RunDirection::forward, {until, goal, observer}, &monitor_,
                                debugger_->log_sink());
  };
  if (!tells_all_) return run(limit, nullptr);
  TouchRecorder recorder(max_touched);
  StopInfo stopped = run(std::min(limit, tick + observed_ticks), &recorder);
  keep_touches(recorder);
  const bool arrived =
      stopped.reason == StopInfo::Reason::arrived && !stopped.event.is(TrapEvent::write);
  return arrived && stopped.tick < limit ? run(limit, nullptr) : stopped;
}

// Runs a little further, observed, and on to the next event if it is near, so that the snapshot
// that follows has both.
StopInfo SessionThread::Worker::run_to_event() {
  const Tick tick = debugger_->session().machine().tick;
  begin(Task::event_search, max_time_to_event);
  const RunGoal* const goal = own_events_ != nullptr ? &own_events_->goal(&monitor_) : nullptr;
  const auto run = [&](Tick ticks, Observer* observer) {
    const Tick until = ticks > no_limit - tick ? no_limit : tick + ticks;
    return run_controller_->run(RunDirection::forward, {until, goal, observer}, &monitor_,
                                debugger_->log_sink());
  };
  TouchRecorder recorder(max_touched);
  StopInfo stopped = run(ticks_observed_last, &recorder);
  keep_touches(recorder);
  if (goal == nullptr) return stopped;
  const auto arrived = [&] { return stopped.reason == StopInfo::Reason::arrived; };
  const auto at_event = [&] { return arrived() && stopped.event.is(TrapEvent::write); };
  if (arrived() && !at_event()) stopped = run(max_ticks_to_event, nullptr);
  if (at_event()) {
    own_events_->reach(stopped.event, &monitor_);
  } else {
    own_events_->forget();
  }
  return stopped;
}

StopInfo SessionThread::Worker::run_back(Tick due) {
  // Unlimited speed would be a single seek.
  constexpr auto max_slice = static_cast<Tick>(max_reverse_speed / 60);
  const History& history = debugger_->session().history();
  const Tick ticks = std::min({due, history.tick() - history.begin(), max_slice});
  Tick limit = history.tick() - ticks;
  std::optional<Tick> event;
  if (event_area_) {
    const auto found = last_change(debugger_->session(), *event_area_, limit, &monitor_);
    if (found && *found && **found > limit) event = limit = **found;
  }
  StopInfo stopped =
      run_controller_->run(RunDirection::reverse, {limit}, &monitor_, debugger_->log_sink());
  if (event && stopped.reason == StopInfo::Reason::arrived && stopped.tick == *event) {
    stopped.event.kinds = TrapEvent::write;
  }
  return stopped;
}

void SessionThread::Worker::keep_touches(TouchRecorder& recorder) {
  const std::vector<Touch> touches = recorder.take();
  touched_.insert(touched_.end(), touches.begin(), touches.end());
  if (touched_.size() > max_touched) {
    const auto lost = static_cast<std::ptrdiff_t>(touched_.size() - max_touched);
    touched_.erase(touched_.begin(), touched_.begin() + lost);
    shown_touches_ = std::max<std::ptrdiff_t>(shown_touches_ - lost, 0);
  }
  for (const Touch& touch : touches) {
    if (touch.access == Access::execute) trail_.push_back(touch.at);
  }
  if (trail_.size() > trail_length) {
    trail_.erase(trail_.begin(), trail_.end() - static_cast<std::ptrdiff_t>(trail_length));
  }
}

void SessionThread::Worker::show_playing(ViewSnapshot& snapshot) {
  snapshot.activity.kind = Activity::Kind::playing;
  snapshot.activity.direction = playing_->direction;
  snapshot.activity.ticks_per_second = ticks_per_second_;
  snapshot.trail = trail_;
  for (const auto& events : play_events_) events->show(snapshot);
}

void SessionThread::Worker::update_speed(Tick ticks, Clock::duration time) {
  const std::chrono::duration<double> seconds = std::max<Clock::duration>(time, 1us);
  double rate = static_cast<double>(ticks) / seconds.count();
  if (!virtual_time_) rate = std::min(rate, playing_->pace->speed(played_ticks()));
  ticks_per_second_ = ticks_per_second_ == 0 ? rate : 0.9 * ticks_per_second_ + 0.1 * rate;
}

void SessionThread::Worker::stop_playing() {
  playing_.reset();
  run_controller_.reset();
  update_position();
  publish();
}

}  // namespace fungescope::ui
