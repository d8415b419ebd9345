#include "debugger_ui/session_thread/player.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

// Unlimited speed in reverse, in ticks per second: about the speed of a fast program forwards.
constexpr double max_reverse_speed = 1e9;
// Of each run while playing, this many ticks are observed, for the trail and the glow: 1 ms.
constexpr Tick observed_ticks = 40'000;
constexpr std::size_t max_touched = 4096;
// At the highest speeds, only the end of what is run between two snapshots is observed, and then an
// event is waited for: up to so many ticks.
constexpr Tick ticks_observed_last = 8'000;
constexpr Tick max_ticks_to_event = 1'000'000;
// At higher speeds, finding all events would take longer than running.
constexpr double max_event_speed = 1e7;
constexpr std::size_t trail_length = 48;
constexpr double time_to_read = 1.6;  // of a guided run at an event that is worth it, in seconds

Tick later_by(Tick tick, Tick ticks) {
  return ticks > no_limit - tick ? no_limit : tick + ticks;
}

bool is_event(const StopInfo& stop) {
  return stop.reason == StopInfo::Reason::arrived && stop.event.is(TrapEvent::write);
}
bool is_at_limit(const StopInfo& stop) {
  return stop.reason == StopInfo::Reason::arrived && !is_event(stop);
}

}  // namespace

Player::Player(Monitor& monitor) : monitor_(monitor) {
  for (const SnapshotExtension* const extension : extensions<SnapshotExtension>()) {
    events_.push_back(extension->make_events());
  }
}

void Player::open(Debugger& debugger) {
  debugger_ = &debugger;
  stop();
}

void Player::stop() {
  pause();
  forget();
}

// ---- A slice

void Player::begin_slice(Clock::time_point now, std::optional<double> seconds) {
  if (!run_->pace) begin(now);
  const std::chrono::duration<double> passed = now - std::exchange(run_->since, now);
  run_->pace->elapse(seconds.value_or(passed.count()));
}

// Starts or changes how the run is played.
void Player::begin(Clock::time_point now) {
  Session& session = debugger_->session();
  if (!controller_) {
    session.mark_previous();
    run_->since = now;
    ticks_per_second_ = 0;
    slice_time_ = frame;
    touched_.clear();
    shown_touches_ = 0;
    trail_.clear();
    for (const auto& events : events_) events->forget();
    visit_ = Visit::next;
  }
  choose_events();
  controller_ = std::make_unique<RunController>(session);
  run_->pace.emplace(run_->settings.pace, event_area_.has_value());
}

// In reverse, a guided run does not rest: it would have to search for the events.
void Player::choose_events() {
  Session& session = debugger_->session();
  const std::string& name = run_->settings.events;
  const PaceSettings& pace = run_->settings.pace;
  controller_.reset();
  own_events_ = nullptr;
  change_goal_.reset();
  event_area_.reset();
  stops_at_every_event_ =
      pace.mode != PaceMode::ticks || (pace.rate > 0 && pace.rate <= max_event_speed);
  if (!forward() && pace.mode != PaceMode::events) return;
  const auto begin_own = [&] {
    for (const auto& events : events_) {
      if (own_events_ == nullptr && events->begin(session)) own_events_ = events.get();
    }
  };
  if (!stops_at_every_event_) return begin_own();
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

Tick Player::ticks_played() const {
  const History& history = debugger_->session().history();
  return history.tick() - history.begin();
}

StopInfo Player::run_slice(const std::function<bool()>& is_over) {
  const Session& session = debugger_->session();
  StopInfo stopped{StopInfo::Reason::arrived, session.machine().tick, {}, {}};
  while (const Tick due = run_->pace->due(ticks_played())) {
    const Tick from = session.machine().tick;
    const Tick at = ticks_played();
    stopped = forward() ? run_forward(due) : run_back(due);
    const Tick to = session.machine().tick;
    run_->pace->ran(at, to > from ? to - from : from - to, is_event(stopped));
    if (!is_event(stopped)) break;
    if (own_events_ != nullptr) {
      own_events_->reach(stopped.event, nullptr);
      if (own_events_->take_rest()) run_->pace->hold(time_to_read);
    }
    if (is_over()) break;
  }
  return stopped;
}

const RunGoal* Player::goal() {
  if (own_events_ != nullptr) return &own_events_->goal(&monitor_);
  return change_goal_ ? &*change_goal_ : nullptr;
}

StopInfo Player::run_part(const RunSlice& slice) {
  return controller_->run(run_->direction, slice, &monitor_, debugger_->log_sink());
}

StopInfo Player::run_observed(RunSlice slice) {
  TouchRecorder recorder(max_touched);
  slice.observer = &recorder;
  StopInfo stopped = run_part(slice);
  keep_touches(recorder);
  return stopped;
}

// Observes the first ticks; the speed hides the others.
StopInfo Player::run_forward(Tick due) {
  const Tick tick = debugger_->session().machine().tick;
  const Tick limit = later_by(tick, due);
  if (!stops_at_every_event_) return run_part({limit});
  const RunGoal* const event = goal();
  StopInfo stopped = run_observed({std::min(limit, tick + observed_ticks), event});
  return is_at_limit(stopped) && stopped.tick < limit ? run_part({limit, event}) : stopped;
}

StopInfo Player::run_to_event() {
  const Tick begin = ticks_played();
  const Tick tick = debugger_->session().machine().tick;
  const RunGoal* const event = goal();
  StopInfo stopped = run_observed({later_by(tick, ticks_observed_last), event});
  if (event != nullptr) {
    if (is_at_limit(stopped)) stopped = run_part({later_by(tick, max_ticks_to_event), event});
    if (is_event(stopped)) {
      own_events_->reach(stopped.event, &monitor_);
    } else {
      own_events_->forget();
    }
  }
  run_->pace->ran(begin, ticks_played() - begin, false);
  return stopped;
}

StopInfo Player::run_back(Tick due) {
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
  StopInfo stopped = run_part({limit});
  if (event && stopped.reason == StopInfo::Reason::arrived && stopped.tick == *event) {
    stopped.event.kinds = TrapEvent::write;
  }
  return stopped;
}

void Player::end_slice(Tick ticks, Clock::duration time, bool is_virtual, bool interrupted) {
  using std::chrono::microseconds;
  const std::chrono::duration<double> seconds = std::max<Clock::duration>(time, microseconds(1));
  double rate = static_cast<double>(ticks) / seconds.count();
  if (!is_virtual) rate = std::min(rate, run_->pace->speed(ticks_played()));
  ticks_per_second_ = ticks_per_second_ == 0 ? rate : 0.9 * ticks_per_second_ + 0.1 * rate;
  // A reverse search covers at least the interval between two checkpoints.
  const bool stuck = ticks == 0 && interrupted && !forward();
  slice_time_ = stuck ? 2 * slice_time_ : frame;
}

Visit Player::take_visit(bool moved) {
  const Visit visit = visit_;
  if (moved) visit_ = Visit::same;
  return visit;
}

// ---- What is shown

void Player::keep_touches(TouchRecorder& recorder) {
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

void Player::show(ViewSnapshot& snapshot, bool taken) {
  if (taken) touched_.erase(touched_.begin(), touched_.begin() + shown_touches_);
  if (run_) {
    snapshot.activity.kind = Activity::Kind::playing;
    snapshot.activity.direction = run_->direction;
    snapshot.activity.ticks_per_second = ticks_per_second_;
    snapshot.trail = trail_;
    for (const auto& events : events_) events->show(snapshot);
  }
  snapshot.touched = touched_;
  shown_touches_ = static_cast<std::ptrdiff_t>(touched_.size());
}

}  // namespace fungescope::ui
