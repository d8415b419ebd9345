// One loop: the most urgent thing that there is to do, then look again. Nothing that it does
// takes longer than a frame without asking `should_continue`, so that whatever comes in waits a few
// milliseconds at most; only a command that a person gave goes on until it is done or interrupted.
#include "debugger_ui/session_thread/session_worker.h"

#include "debugger_ui/session_thread/board_task.h"
#include "debugger_ui/session_thread/check_task.h"
#include "debugger_ui/session_thread/heat_task.h"
#include "debugger_ui/session_thread/snapshot_builder.h"
#include "debugger_ui/session_thread/timeline_task.h"
#include "debugger_ui/session_thread/trail_task.h"
#include "front_end/session_files.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fungescope::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto frame = 16ms;
// Between two pictures of a command's progress.
constexpr auto progress_interval = 50ms;
// Making pictures may take this part of the time while playing.
constexpr int snapshot_time_divisor = 20;
// Backwards at full speed: ticks a second, which is as fast as a fast program goes forwards.
constexpr double max_reverse_speed = 1e9;
// Slower than this, there is time between two ticks to refine the picture.
constexpr double slow_speed = 2000;

}  // namespace

SessionThread::Worker::Worker(SessionStart start, std::function<void()> updated)
    : news_(std::move(updated)), files_(std::make_unique<SessionFiles>()) {
  background_tasks_.push_back(make_board_task());
  background_tasks_.push_back(make_trail_task());
  background_tasks_.push_back(make_check_task());
  background_tasks_.push_back(make_timeline_task());
  background_tasks_.push_back(make_heat_task());
  open(std::move(start));
  publish();
  thread_ = std::thread([this] { loop(); });
}

SessionThread::Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
    interrupt_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

// ---- For the window's thread

std::shared_ptr<const ViewSnapshot> SessionThread::Worker::newest_snapshot() {
  const std::lock_guard lock(mutex_);
  snapshot_taken_ = true;
  return snapshot_;
}

void SessionThread::Worker::set_request(const ViewRequest& request) {
  {
    const std::lock_guard lock(mutex_);
    if (request == request_) return;
    request_ = request;
    request_changed_ = true;
    idle_ = false;
    urgent_ = true;
  }
  wake_.notify_one();
}

std::vector<std::function<void()>> SessionThread::Worker::take_answers() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answers_, {});
}

std::vector<std::string> SessionThread::Worker::take_messages() {
  const std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

void SessionThread::Worker::add_job(Slot slot, std::string line, Work work) {
  {
    const std::lock_guard lock(mutex_);
    if (slot != slot::none) {
      std::erase_if(jobs_, [slot](const Job& job) { return job.slot == slot; });
      if (running_slot_ == slot) superseded_ = true;
    }
    jobs_.push_back({slot, std::move(line), std::move(work)});
    urgent_ = true;
    idle_ = false;
  }
  wake_.notify_one();
}

void SessionThread::Worker::seek(Tick tick) {
  {
    const std::lock_guard lock(mutex_);
    seek_ = tick;
    // Questions that a panel asked about the old instant are not worth waiting for; those that
    // a person asked for are.
    const Slot slot = running_slot_;
    if (slot != slot::none && slot != slot::profile && slot != slot::comparison) superseded_ = true;
    pause_request_ = false;
    play_request_.reset();
    urgent_ = true;
    idle_ = false;
  }
  wake_.notify_one();
}

void SessionThread::Worker::play(RunDirection direction, double speed) {
  {
    const std::lock_guard lock(mutex_);
    play_request_ = Play{direction, speed, Clock::now(), 0};
    pause_request_ = false;
    urgent_ = true;
    idle_ = false;
  }
  wake_.notify_one();
}

void SessionThread::Worker::pause() {
  {
    const std::lock_guard lock(mutex_);
    pause_request_ = true;
    play_request_.reset();
    if (slice_running_) interrupt_ = true;
    urgent_ = true;
    idle_ = false;
  }
  wake_.notify_one();
}

void SessionThread::Worker::interrupt() {
  {
    const std::lock_guard lock(mutex_);
    interrupt_ = true;
    pause_request_ = true;
    play_request_.reset();
    seek_.reset();
    urgent_ = true;
  }
  wake_.notify_one();
}

void SessionThread::Worker::replace(SessionStart start) {
  {
    const std::lock_guard lock(mutex_);
    replacement_ = std::move(start);
    jobs_.clear();
    seek_.reset();
    play_request_.reset();
    interrupt_ = true;
    urgent_ = true;
    idle_ = false;
  }
  wake_.notify_one();
}

void SessionThread::Worker::settle() {
  std::unique_lock lock(mutex_);
  settled_.wait(lock, [this] { return idle_; });
}

bool SessionThread::Worker::settled() {
  const std::lock_guard lock(mutex_);
  return idle_;
}

// ---- The loop

void SessionThread::Worker::loop() {
  while (!quit_) {
    if (run_next()) continue;
    std::unique_lock lock(mutex_);
    if (urgent_ || quit_) continue;
    idle_ = true;
    settled_.notify_all();
    wake_.wait(lock, [this] { return urgent_ || quit_; });
  }
}

bool SessionThread::Worker::run_next() {
  std::optional<Job> job;
  std::optional<Tick> tick;
  std::optional<SessionStart> replacement;
  bool paused = false;
  {
    const std::lock_guard lock(mutex_);
    interrupt_ = false;
    replacement = std::exchange(replacement_, std::nullopt);
    if (std::exchange(request_changed_, false)) snapshot_outdated_ = true;
    current_request_ = request_;
    if (replacement) {
      // What came after it is for the new program.
    } else if (!jobs_.empty()) {
      job = std::move(jobs_.front());
      jobs_.pop_front();
      running_slot_ = job->slot;
    } else {
      tick = std::exchange(seek_, std::nullopt);
      paused = std::exchange(pause_request_, false);
      if (play_request_) playing_ = std::exchange(play_request_, std::nullopt);
    }
    superseded_ = false;
    urgent_ = !jobs_.empty() || seek_ || play_request_ || pause_request_;
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
  if (playing_) {
    run_slice();
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
  debugger_ = std::make_unique<Debugger>(std::move(start.session), *files_, watcher_);
  debugger_->set_log_sink([this](const std::string& text) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(text);
  });
  played_.clear();
  update_position();
}

void SessionThread::Worker::begin(Task task, Clock::duration time) {
  task_ = task;
  began_ = Clock::now();
  deadline_ = began_ + time;
}

bool SessionThread::Worker::Watcher::should_continue(Tick now, Tick goal) {
  return thread_.should_continue(now, goal);
}

bool SessionThread::Worker::should_continue(Tick now, Tick goal) {
  if (interrupt_.load(std::memory_order_relaxed) || quit_.load(std::memory_order_relaxed)) {
    return false;
  }
  const auto time = Clock::now();
  switch (task_) {
    case Task::job:
      if (superseded_.load(std::memory_order_relaxed)) return false;
      if (time - last_snapshot_time_ > progress_interval && time - began_ > progress_interval) {
        publish_progress(now, goal);
      }
      return true;
    case Task::seek:
      if (time - last_snapshot_time_ > progress_interval) publish_progress(now, goal);
      return !urgent_.load(std::memory_order_relaxed);
    case Task::slice:
      return time < deadline_ && (slice_time_ > frame || !urgent_.load(std::memory_order_relaxed));
    case Task::background_task:
      return time < deadline_ && !urgent_.load(std::memory_order_relaxed);
  }
  return false;
}

void SessionThread::Worker::run_job(Job job) {
  const bool command = !job.line.empty();
  const Session* const session = &debugger_->session();
  running_line_ = std::move(job.line);
  begin(Task::job, 0ms);
  auto answer = job.work(*debugger_, watcher_);
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
    if (answer) answers_.push_back(std::move(answer));
  }
  if (command || instant != instant_) {
    publish();
  } else {
    news_();
  }
}

void SessionThread::Worker::run_seek(Tick tick) {
  History& history = debugger_->session().history();
  playing_.reset();
  if (tick == history.tick()) return;
  debugger_->session().mark_previous();
  begin(Task::seek, 0ms);
  const StopReason arrival = history.seek(tick, &watcher_);
  debugger_->set_last_stop(stop_info_for(arrival, history.tick()));
  run_controller_.reset();
  update_position();
  publish();
}

// ---- Playing

Tick SessionThread::Worker::slice_limit(Clock::time_point now) {
  const Tick tick = debugger_->session().machine().tick;
  const bool forward = playing_->direction == RunDirection::forward;
  double speed = playing_->speed;
  if (speed == unlimited) {
    if (forward) return no_limit;
    speed = max_reverse_speed;
  }
  const std::chrono::duration<double> passed = now - playing_->since;
  playing_->since = now;
  // A leg that could not keep up is not made up for.
  playing_->credit = std::min(playing_->credit + passed.count() * speed, std::max(speed / 10, 1.0));
  const auto due = static_cast<Tick>(playing_->credit);
  playing_->credit -= static_cast<double>(due);
  if (forward) return tick + due;
  const Tick begin = debugger_->session().history().begin();
  return tick - begin > due ? tick - due : begin;
}

void SessionThread::Worker::run_slice() {
  Session& session = debugger_->session();
  const auto now = Clock::now();
  if (!run_controller_) {
    session.mark_previous();
    run_controller_ = std::make_unique<RunController>(session);
    playing_->since = now;
    ticks_per_second_ = 0;
    slice_time_ = frame;
  }
  const Tick before = session.machine().tick;
  const Tick limit = slice_limit(now);
  if (limit == before && playing_->speed != unlimited) {
    // Not due yet: there is time for something else.
    if (snapshot_outdated_) return publish();
    const std::chrono::duration<double> missing((1 - playing_->credit) / playing_->speed);
    const auto until = now + std::chrono::duration_cast<Clock::duration>(missing);
    if (playing_->speed < slow_speed && run_background_task()) return;
    std::unique_lock lock(mutex_);
    wake_.wait_until(lock, std::min(until, now + frame), [this] { return urgent_ || quit_; });
    return;
  }
  begin(Task::slice, slice_time_);
  slice_running_ = true;
  const StopInfo stopped =
      run_controller_->run(playing_->direction, {limit}, &watcher_, debugger_->log_sink());
  slice_running_ = false;
  const Tick after = session.machine().tick;
  measure(after > before ? after - before : before - after, Clock::now() - now);
  update_position();
  // A piece of the past is searched as a whole, and there is none shorter than an interval between
  // two checkpoints.
  const bool stuck = after == before && stopped.reason == StopInfo::Reason::interrupted;
  slice_time_ = stuck && playing_->direction == RunDirection::reverse ? 2 * slice_time_ : frame;
  const bool at_limit = stopped.reason == StopInfo::Reason::arrived;
  const bool begun =
      playing_->direction == RunDirection::reverse && after == session.history().begin();
  if ((!at_limit && stopped.reason != StopInfo::Reason::interrupted) || begun) {
    debugger_->set_last_stop(stopped);
    stop_playing();
    return;
  }
  if (snapshot_due()) publish();
}

void SessionThread::Worker::measure(Tick ticks, Clock::duration time) {
  const std::chrono::duration<double> seconds = std::max<Clock::duration>(time, 1us);
  double rate = static_cast<double>(ticks) / seconds.count();
  if (playing_->speed != unlimited) rate = std::min(rate, playing_->speed);
  ticks_per_second_ = ticks_per_second_ == 0 ? rate : 0.9 * ticks_per_second_ + 0.1 * rate;
}

void SessionThread::Worker::stop_playing() {
  playing_.reset();
  run_controller_.reset();
  update_position();
  publish();
}

// ---- What is shown

bool SessionThread::Worker::run_background_task() {
  begin(Task::background_task, frame);
  const TaskContext now = task_context();
  if (!reachable_ && reachability_future_.valid() &&
      reachability_future_.wait_for(0s) == std::future_status::ready) {
    reachable_ = reachability_future_.get();
    publish();
    return true;
  }
  for (const auto& background_task : background_tasks_) {
    const auto progress = background_task->work(*debugger_, now, watcher_);
    if (progress == BackgroundTask::Progress::done) continue;
    if (progress == BackgroundTask::Progress::updated) publish();
    return true;
  }
  if (!reachable_ && reachability_future_.valid()) {
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, 2ms, [this] { return urgent_ || quit_; });
    return true;
  }
  return false;
}

TaskContext SessionThread::Worker::task_context() const {
  return {instant_, line_, playing_.has_value(), current_request_};
}

void SessionThread::Worker::update_position() {
  const Session& session = debugger_->session();
  const History& history = session.history();
  const BranchInfo branch = history.info(history.branch());
  const Position position{history.tick(), branch.id, branch.edits.size(), &session.source(),
                          programs_opened_};
  if (position == position_) return;
  ++instant_;
  const bool other_line = position.branch != position_.branch ||
                          position.edits != position_.edits ||
                          position.programs != position_.programs;
  if (other_line) {
    ++line_;
    // What another branch has in common with this one it finds out by itself.
    if (position.programs != position_.programs || position.branch == position_.branch)
      played_.clear();
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
  // Of a large field this takes seconds, and needs nothing but the source.
  reachability_future_ = std::async(std::launch::async, [program = program_] {
    return std::shared_ptr<const Reachability>(
        std::make_shared<Reachability>(compute_reachability(*program->source, program->dialect)));
  });
}

bool SessionThread::Worker::snapshot_due() const {
  if (!snapshot_taken_.load(std::memory_order_relaxed)) return false;
  const auto since = Clock::now() - last_snapshot_time_;
  return since >= frame && since >= snapshot_cost_ * snapshot_time_divisor;
}

void SessionThread::Worker::publish() {
  const auto begun = Clock::now();
  snapshot_outdated_ = false;
  update_program_info();
  auto snapshot = std::make_shared<ViewSnapshot>(
      build_snapshot(*debugger_, program_, current_request_, playing_.has_value()));
  snapshot->instant = instant_;
  snapshot->reachable = reachable_;
  snapshot->played = played_.samples();
  const TaskContext now = task_context();
  for (const auto& background_task : background_tasks_) background_task->show(now, *snapshot);
  if (playing_) {
    snapshot->activity.kind = Activity::Kind::playing;
    snapshot->activity.direction = playing_->direction;
    snapshot->activity.ticks_per_second = ticks_per_second_;
  }
  publish_snapshot(std::move(snapshot));
  snapshot_cost_ = last_snapshot_time_ - begun;
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
  news_();
}

}  // namespace fungescope::ui
