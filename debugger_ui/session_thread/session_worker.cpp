// The loop picks the most urgent work, runs it, and repeats. All work polls `should_continue` at
// least once per frame, so that new work waits a few milliseconds at most; only commands run until
// they are done or interrupted.
#include "debugger_ui/session_thread/session_worker.h"

#include "debugger_ui/session_thread/snapshot_builder.h"
#include "front_end/file_input.h"
#include "front_end/session_files.h"
#include "session/bookmarks.h"
#include "session/commands/visits.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

using namespace std::chrono_literals;

// Between two snapshots with a command's progress.
constexpr auto progress_interval = 50ms;
// While playing, snapshots may take 1/20 of the time.
constexpr int snapshot_time_divisor = 20;
constexpr std::size_t max_logged = 500;

}  // namespace

SessionThread::Worker::Worker(SessionStart start, std::function<void()> on_update)
    : on_update_(std::move(on_update)), files_(std::make_unique<SessionFiles>()) {
  background_tasks_.push_back(make_input_task(reads_));
  for (const SnapshotExtension* const extension : snapshot_extensions()) {
    for (auto& task : extension->make_tasks()) background_tasks_.push_back(std::move(task));
    play_events_.push_back(extension->make_events());
  }
  background_tasks_.push_back(make_trail_task());
  background_tasks_.push_back(make_timeline_task());
  background_tasks_.push_back(make_heat_task());
  open(std::move(start));
  publish();
  thread_ = BackgroundThread([this] { loop(); });
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
  std::optional<Seek> seek;
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
      seek = std::exchange(seek_, std::nullopt);
    } else {
      paused = std::holds_alternative<Pause>(transport_);
      if (const Play* const play = std::get_if<Play>(&transport_)) {
        playing_ = *play;
        resume_.reset();
      }
      transport_ = std::monostate();
    }
    const bool queued = !jobs_.empty() || seek_ || transport_.index() != 0;
    if (!queued && !replacement && !job && !seek) elapsed = std::exchange(virtual_seconds_, 0);
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
  if (seek) {
    run_seek(*seek);
    return true;
  }
  if (paused && (playing_ || resume_)) {
    resume_.reset();
    stop_playing();
  }
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
  resume_.reset();
  run_controller_.reset();
  program_source_ = nullptr;
  auto& watched = start.session->watched();
  watched.insert(watched.end(), start.watched.begin(), start.watched.end());
  debugger_ = std::make_unique<Debugger>(std::move(start.session), *files_, monitor_);
  debugger_->set_log_sink([this](const LogMessage& message) {
    log_.push_back(message);
    if (log_.size() > max_logged) log_.pop_front();
    shown_log_.reset();
    const std::lock_guard lock(mutex_);
    messages_.push_back(message);
  });
  log_.clear();
  shown_log_.reset();
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
  // Suspended, a fiber would miss the deadline of a search, which is shorter than its turn.
  if (task_ != Task::event_search) yield_if_due();
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
    case Task::event_search:
      if (virtual_time_) return true;
      return time < deadline_ && (slice_time_ > frame || signal == Signal::none);
    case Task::background_task:
      return time < deadline_ && signal == Signal::none;
    default:
      return false;
  }
}

void SessionThread::Worker::run_job(Job job) {
  const std::string line = job.line;
  const bool command = !line.empty();
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
  if (instant != instant_) {
    playing_.reset();
    run_controller_.reset();
    jump_pending_ = false;
  }
  resume_if_answered(line);
  {
    const std::lock_guard lock(mutex_);
    if (callback) callbacks_.push_back(std::move(callback));
  }
  if (command || instant != instant_ || progress_shown_) {
    publish();
  } else {
    on_update_();
  }
}

void SessionThread::Worker::run_seek(const Seek& seek) {
  History& history = debugger_->session().history();
  playing_.reset();
  const Visit visit = std::exchange(jump_pending_, false) ? Visit::next : seek.visit;
  if (seek.tick == history.tick()) {
    jump_pending_ = visit == Visit::next;  // a drag may begin at the present instant
    return;
  }
  resume_.reset();
  debugger_->session().mark_previous();
  begin(Task::seek, 0ms);
  const StopReason arrival = history.seek(seek.tick, &monitor_);
  debugger_->set_last_stop(stop_info_for(arrival, history.tick()));
  run_controller_.reset();
  update_position(visit, seek.question);
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
  if (auto reachability = reachability_.take()) {
    reachable_ = std::move(*reachability);
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
  if (reachability_.running()) {
    std::unique_lock lock(mutex_);
    wake_.wait_until(lock, Clock::now() + 2ms, [this] { return signal_ != Signal::none; });
    return true;
  }
  return false;
}

TaskContext SessionThread::Worker::context() const {
  return {instant_, timeline_, playing_.has_value(), current_request_};
}

void SessionThread::Worker::update_position(Visit visit, const std::string& question) {
  const Session& session = debugger_->session();
  const History& history = session.history();
  const BranchInfo branch = history.info(history.branch());
  const Position position{history.tick(), branch.id, branch.edits.size(), &session.source(),
                          programs_opened_};
  if (position == position_) return;
  ++instant_;
  const NotebookEntry* const visited = session.notebook().present();
  if (visited == nullptr || visited->at != VisitedInstant{position.branch, position.tick}) {
    record_visit(debugger_->session(), visit, question);
  }
  const bool timeline_changed = position.branch != position_.branch ||
                                position.edits != position_.edits ||
                                position.programs != position_.programs;
  if (timeline_changed) {
    ++timeline_;
    // After a change of branch, `played_` itself keeps the samples that both branches share.
    const bool other_program = position.programs != position_.programs;
    if (other_program || position.branch == position_.branch) played_.clear();
    if (other_program) {
      reads_ = InputReads();
    } else {
      reads_.truncate(position.branch == position_.branch
                          ? branch.begin
                          : last_common_tick(history, position_.branch, position.branch));
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
  reachability_.start([program = program_](const StopToken& stop) {
    return std::make_shared<Reachability>(
        compute_reachability(*program->source, program->dialect, stop));
  });
}

bool SessionThread::Worker::snapshot_due() const {
  if (!snapshot_taken_.load(std::memory_order_relaxed)) return false;
  const auto since = Clock::now() - last_snapshot_time_;
  return since >= frame && since >= snapshot_cost_ * snapshot_time_divisor;
}

void SessionThread::Worker::publish() {
  const auto started = Clock::now();
  snapshot_outdated_ = false;
  progress_shown_ = false;
  update_program_info();
  auto snapshot = std::make_shared<ViewSnapshot>(
      build_snapshot(*debugger_, program_, current_request_, playing_.has_value(), &reads_));
  snapshot->input.resumes = resume_.has_value();
  snapshot->instant = instant_;
  snapshot->reachable = reachable_;
  snapshot->played = played_.samples();
  if (shown_log_ == nullptr) {
    shown_log_ = std::make_shared<const std::vector<LogMessage>>(log_.begin(), log_.end());
  }
  snapshot->log = shown_log_;
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
  progress_shown_ = true;
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
