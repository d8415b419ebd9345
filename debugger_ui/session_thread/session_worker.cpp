// The loop picks the most urgent work, runs it, and repeats. All work polls `should_continue` at
// least once per frame, so that new work waits a few milliseconds at most; only commands run until
// they are done or interrupted.
#include "debugger_ui/session_thread/session_worker.h"

#include "debugger_ui/session_thread/snapshot_builder.h"
#include "front_end/file_input.h"
#include "front_end/session_files.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fungescope::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto frame = 16ms;
// Between two snapshots with a command's progress.
constexpr auto progress_interval = 50ms;
// While playing, snapshots may take 1/20 of the time.
constexpr int snapshot_time_divisor = 20;
// Unlimited speed in reverse, in ticks per second: about the speed of a fast program forwards.
constexpr double max_reverse_speed = 1e9;
// Background tasks run between two ticks that are at least this long apart, in seconds.
constexpr double idle_time = 0.5e-3;
// Of each run while playing, this many ticks are observed, for the trail and the glow: 1 ms.
constexpr Tick observed_ticks = 40'000;
constexpr std::size_t max_touched = 4096;
// At the highest speeds, only the end of what is run between two snapshots is observed, and then an
// event of the board is waited for: up to so many ticks, and so much time.
constexpr Tick ticks_observed_last = 8'000;
constexpr Tick max_ticks_to_event = 1'000'000;
constexpr auto max_time_to_event = 4ms;
constexpr std::size_t trail_length = 48;

}  // namespace

SessionThread::Worker::Worker(SessionStart start, std::function<void()> on_update)
    : on_update_(std::move(on_update)), files_(std::make_unique<SessionFiles>()) {
  background_tasks_.push_back(make_board_task());
  background_tasks_.push_back(make_event_task());
  background_tasks_.push_back(make_trail_task());
  background_tasks_.push_back(make_check_task());
  background_tasks_.push_back(make_timeline_task());
  background_tasks_.push_back(make_heat_task());
  open(std::move(start));
  publish();
  thread_ = std::thread([this] { loop(); });
}

SessionThread::Worker::~Worker() {
  post([](Worker& /*worker*/) { return Signal::quit; });
  thread_.join();
}

// ---- The loop

void SessionThread::Worker::loop() {
  while (signal_ != Signal::quit) {
    if (run_next()) continue;
    std::unique_lock lock(mutex_);
    if (signal_ != Signal::none) continue;
    task_ = Task::none;
    settled_.notify_all();
    wake_.wait(lock, [this] { return signal_ != Signal::none; });
  }
}

bool SessionThread::Worker::run_next() {
  std::optional<Job> job;
  std::optional<Tick> tick;
  std::optional<SessionStart> replacement;
  bool paused = false;
  double elapsed = 0;
  {
    const std::lock_guard lock(mutex_);
    task_ = Task::choose_next;
    if (!(request_ == current_request_)) {
      current_request_ = request_;
      snapshot_outdated_ = true;
    }
    replacement = std::exchange(replacement_, std::nullopt);
    if (replacement) {
      // The rest of the queue belongs to the new program.
    } else if (!jobs_.empty()) {
      job = std::move(jobs_.front());
      jobs_.pop_front();
      running_slot_ = job->slot;
    } else if (seek_) {
      tick = std::exchange(seek_, std::nullopt);
    } else {
      paused = std::holds_alternative<Pause>(transport_);
      if (const Play* const play = std::get_if<Play>(&transport_)) playing_ = *play;
      transport_ = std::monostate();
    }
    const bool queued = !jobs_.empty() || seek_ || transport_.index() != 0;
    if (!queued && !replacement && !job && !tick) elapsed = std::exchange(virtual_seconds_, 0);
    if (signal_ != Signal::quit) signal_ = queued ? Signal::queued : Signal::none;
  }
  if (replacement) {
    open(std::move(*replacement));
    publish();
    return true;
  }
  if (job) {
    run_job(std::move(*job));
    return true;
  }
  if (tick) {
    run_seek(*tick);
    return true;
  }
  if (paused && playing_) stop_playing();
  if (playing_ && (!virtual_time_ || elapsed > 0)) {
    run_slice(elapsed);
    return true;
  }
  if (snapshot_outdated_) {
    publish();
    return true;
  }
  return run_background_task();
}

void SessionThread::Worker::open(SessionStart start) {
  file_ = std::move(start.file);
  ++programs_opened_;
  playing_.reset();
  run_controller_.reset();
  program_source_ = nullptr;
  auto& watched = start.session->watched();
  watched.insert(watched.end(), start.watched.begin(), start.watched.end());
  debugger_ = std::make_unique<Debugger>(std::move(start.session), *files_, monitor_);
  debugger_->set_log_sink([this](const LogMessage& message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(message.text);
  });
  played_.clear();
  update_position();
}

void SessionThread::Worker::rename(const std::string& file) {
  file_ = file;
  debugger_->session().rename(display_name(file));
  program_ = make_program_info(debugger_->session(), file);  // of the same source
  publish();
}

void SessionThread::Worker::begin(Task task, Clock::duration time) {
  task_ = task;
  began_ = Clock::now();
  deadline_ = began_ + time;
}

bool SessionThread::Worker::should_continue(Tick now, Tick goal) {
  const Signal signal = signal_.load(std::memory_order_relaxed);
  if (signal >= Signal::interrupted) return false;
  const auto time = Clock::now();
  switch (task_.load(std::memory_order_relaxed)) {
    case Task::job:
      if (signal == Signal::superseded) return false;
      if (time - last_snapshot_time_ > progress_interval && time - began_ > progress_interval) {
        publish_progress(now, goal);
      }
      return true;
    case Task::seek:
      if (time - last_snapshot_time_ > progress_interval) publish_progress(now, goal);
      return signal == Signal::none;
    case Task::slice:
      if (virtual_time_) return true;
      return time < deadline_ && (slice_time_ > frame || signal == Signal::none);
    case Task::background_task:
      return time < deadline_ && signal == Signal::none;
    default:
      return false;
  }
}

void SessionThread::Worker::run_job(Job job) {
  const bool command = !job.line.empty();
  const Session* const session = &debugger_->session();
  running_line_ = std::move(job.line);
  begin(Task::job, 0ms);
  auto callback = job.work(*debugger_, monitor_);
  running_slot_ = slot::none;
  running_line_.clear();
  if (&debugger_->session() != session) {  // another recording was loaded
    run_controller_.reset();
    ++programs_opened_;
    program_source_ = nullptr;
  }
  const std::uint64_t instant = instant_;
  update_position();
  if (instant != instant_) playing_.reset();
  {
    const std::lock_guard lock(mutex_);
    if (callback) callbacks_.push_back(std::move(callback));
  }
  if (command || instant != instant_) {
    publish();
  } else {
    on_update_();
  }
}

void SessionThread::Worker::run_seek(Tick tick) {
  History& history = debugger_->session().history();
  playing_.reset();
  if (tick == history.tick()) return;
  debugger_->session().mark_previous();
  begin(Task::seek, 0ms);
  const StopReason arrival = history.seek(tick, &monitor_);
  debugger_->set_last_stop(stop_info_for(arrival, history.tick()));
  run_controller_.reset();
  update_position();
  publish();
}

// ---- Playing

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
    board_event_.reset();
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
  board_goal_.reset();
  change_goal_.reset();
  event_area_.reset();
  const bool forward = playing_->direction == RunDirection::forward;
  // At the highest speeds, finding all events would take longer than running.
  constexpr double max_told = 1e7;
  tells_all_ = pace.mode != PaceMode::ticks || (pace.rate > 0 && pace.rate <= max_told);
  if (!forward && pace.mode != PaceMode::events) return;
  const auto map = find_board(session.symbols());
  if (!tells_all_) {
    if (map) board_goal_ = std::make_unique<BoardEventGoal>(session, *map);
    return;
  }
  if (const Region* const region = session.symbols().region(name)) {
    event_area_ = region->area;
  } else if (const auto variable = session.symbols().variable(name); !name.empty() && variable) {
    event_area_ = Rectangle{(*variable)->at, {1, 1}};
  }
  if (event_area_) {
    change_goal_ = change_goal(session, *event_area_);
  } else if (map) {
    event_area_ = Rectangle{map->grid, {9, 9}};
    board_goal_ = std::make_unique<BoardEventGoal>(session, *map);
  }
}

// The first digit that is deduced, the first guess and the first undo are to be read. Where another
// play begins before them, they are the first again.
void SessionThread::Worker::hold_at_first_event(Pace& pace) {
  constexpr double time_to_read = 1.6;  // seconds
  if (!board_event_ || board_event_->kind == BoardEvent::Kind::given) return;
  Tick& first = first_events_[static_cast<std::size_t>(board_event_->kind)];
  if (board_event_->tick > first) return;
  first = board_event_->tick;
  pace.hold(time_to_read);
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
    if (event && board_goal_) {
      board_event_ = board_goal_->describe(stopped.event, nullptr);
      hold_at_first_event(pace);
    }
    if (!event || (!virtual_time_ && Clock::now() >= deadline_)) break;
  }
  Clock::duration told{};
  const bool runs_on = stopped.reason == StopInfo::Reason::arrived ||
                       stopped.reason == StopInfo::Reason::interrupted;
  if (runs_on && !tells_all_ && playing_->direction == RunDirection::forward &&
      (virtual_time_ || snapshot_due())) {
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
  update_position();
  // A reverse search covers at least the interval between two checkpoints.
  const bool stuck = after == before && stopped.reason == StopInfo::Reason::interrupted;
  slice_time_ = stuck && playing_->direction == RunDirection::reverse ? 2 * slice_time_ : frame;
  const bool at_limit = stopped.reason == StopInfo::Reason::arrived;
  const bool at_begin =
      playing_->direction == RunDirection::reverse && after == session.history().begin();
  if ((!at_limit && stopped.reason != StopInfo::Reason::interrupted) || at_begin) {
    debugger_->set_last_stop(stopped);
    stop_playing();
    return;
  }
  if (!virtual_time_ && !snapshot_due()) return;
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
                              : board_goal_  ? &board_goal_->goal()
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

// Runs a little further, observed, and on to the next event of the board if it is near, so that the
// snapshot that follows has both.
StopInfo SessionThread::Worker::run_to_event() {
  const Tick tick = debugger_->session().machine().tick;
  begin(Task::slice, max_time_to_event);
  const RunGoal* const goal = board_goal_ ? &board_goal_->goal() : nullptr;
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
  board_event_ = at_event() ? board_goal_->describe(stopped.event, &monitor_) : std::nullopt;
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
  snapshot.board_event = board_event_;
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

// ---- Snapshots

void SessionThread::Worker::run_urgent_tasks() {
  const TaskContext now = context();
  for (const auto& background_task : background_tasks_) {
    if (!background_task->is_urgent(*debugger_, now)) continue;
    begin(Task::background_task, frame);
    background_task->work(*debugger_, now, monitor_);
    task_ = Task::choose_next;
  }
}

bool SessionThread::Worker::run_background_task() {
  begin(Task::background_task, frame);
  const TaskContext now = context();
  if (!reachable_ && reachability_future_.valid() &&
      reachability_future_.wait_for(0s) == std::future_status::ready) {
    reachable_ = reachability_future_.get();
    publish();
    return true;
  }
  if (std::exchange(tasks_instant_, instant_) != instant_) next_task_ = 0;
  for (std::size_t i = 0; i < background_tasks_.size(); ++i) {
    const std::size_t task = next_task_;
    next_task_ = (task + 1) % background_tasks_.size();
    const auto progress = background_tasks_[task]->work(*debugger_, now, monitor_);
    if (progress == BackgroundTask::Progress::done) continue;
    if (progress == BackgroundTask::Progress::updated) publish();
    return true;
  }
  if (!reachable_ && reachability_future_.valid()) {
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, 2ms, [this] { return signal_ != Signal::none; });
    return true;
  }
  return false;
}

TaskContext SessionThread::Worker::context() const {
  return {instant_, timeline_, playing_.has_value(), current_request_};
}

void SessionThread::Worker::update_position() {
  const Session& session = debugger_->session();
  const History& history = session.history();
  const BranchInfo branch = history.info(history.branch());
  const Position position{history.tick(), branch.id, branch.edits.size(), &session.source(),
                          programs_opened_};
  if (position == position_) return;
  ++instant_;
  const bool timeline_changed = position.branch != position_.branch ||
                                position.edits != position_.edits ||
                                position.programs != position_.programs;
  if (timeline_changed) {
    ++timeline_;
    // After a change of branch, `played_` itself keeps the samples that both branches share.
    if (position.programs != position_.programs || position.branch == position_.branch) {
      played_.clear();
    }
  }
  position_ = position;
  update_program_info();
  played_.add(debugger_->session());
}

void SessionThread::Worker::update_program_info() {
  const Source& source = debugger_->session().source();
  if (&source == program_source_) return;
  program_source_ = &source;
  program_ = make_program_info(debugger_->session(), file_);
  reachable_.reset();
  // Takes seconds for a large field. On a detached thread that shares only the program, so that
  // neither a reload nor the end of this thread waits for it, as the future of std::async would.
  std::packaged_task<std::shared_ptr<const Reachability>()> analysis([program = program_] {
    return std::make_shared<Reachability>(compute_reachability(*program->source, program->dialect));
  });
  reachability_future_ = analysis.get_future();
  std::thread(std::move(analysis)).detach();
}

bool SessionThread::Worker::snapshot_due() const {
  if (!snapshot_taken_.load(std::memory_order_relaxed)) return false;
  const auto since = Clock::now() - last_snapshot_time_;
  return since >= frame && since >= snapshot_cost_ * snapshot_time_divisor;
}

void SessionThread::Worker::publish() {
  const auto started = Clock::now();
  snapshot_outdated_ = false;
  update_program_info();
  auto snapshot = std::make_shared<ViewSnapshot>(
      build_snapshot(*debugger_, program_, current_request_, playing_.has_value()));
  snapshot->instant = instant_;
  snapshot->reachable = reachable_;
  snapshot->played = played_.samples();
  const TaskContext now = context();
  for (const auto& background_task : background_tasks_) background_task->show(now, *snapshot);
  if (snapshot_taken_) touched_.erase(touched_.begin(), touched_.begin() + shown_touches_);
  if (playing_) show_playing(*snapshot);
  snapshot->touched = touched_;
  shown_touches_ = static_cast<std::ptrdiff_t>(snapshot->touched.size());
  publish_snapshot(std::move(snapshot));
  snapshot_cost_ = last_snapshot_time_ - started;
}

void SessionThread::Worker::publish_progress(Tick now, Tick goal) {
  std::shared_ptr<ViewSnapshot> snapshot;
  {
    const std::lock_guard lock(mutex_);
    snapshot = std::make_shared<ViewSnapshot>(*snapshot_);
  }
  const std::chrono::duration<double> seconds = Clock::now() - began_;
  snapshot->activity = {
      Activity::Kind::command, RunDirection::forward, running_line_, now, goal, seconds.count(), 0};
  publish_snapshot(std::move(snapshot));
}

void SessionThread::Worker::publish_snapshot(std::shared_ptr<ViewSnapshot> snapshot) {
  {
    const std::lock_guard lock(mutex_);
    snapshot->serial = ++serial_;
    snapshot_ = std::move(snapshot);
    snapshot_taken_ = false;
  }
  last_snapshot_time_ = Clock::now();
  on_update_();
}

}  // namespace fungescope::ui
