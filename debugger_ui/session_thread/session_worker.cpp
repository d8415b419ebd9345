// The loop picks the most urgent work, runs it, and repeats. All work polls `should_continue` at
// least once per frame, so that new work waits a few milliseconds at most; only commands run until
// they are done or interrupted.
#include "debugger_ui/session_thread/session_worker.h"

#include "front_end/file_input.h"
#include "front_end/program_file.h"
#include "session/bookmarks.h"
#include "session/commands/run_report.h"
#include "session/commands/visits.h"

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
  open(std::move(start));
  publish();
  thread_ = BackgroundThread([this] { loop(); });
}

SessionThread::Worker::~Worker() {
  queue_.post([](Queue& /*queue*/) { return Signal::quit; });
  thread_.join();
}

// ---- The loop

void SessionThread::Worker::loop() {
  while (queue_.signal != Signal::quit) {
    if (run_next()) continue;
    std::unique_lock lock(queue_.mutex);
    if (queue_.signal != Signal::none) continue;
    queue_.task = SessionTask::none;
    queue_.settled.notify_all();
    queue_.wake.wait(lock, [this] { return queue_.signal != Signal::none; });
  }
}

bool SessionThread::Worker::run_next() {
  std::optional<Queue::Job> job;
  std::optional<Queue::Seek> seek;
  std::optional<SessionStart> replacement;
  bool paused = false;
  double elapsed = 0;
  {
    const std::lock_guard lock(queue_.mutex);
    queue_.task = SessionTask::choose_next;
    if (!(queue_.request == current_request_)) {
      current_request_ = queue_.request;
      snapshot_outdated_ = true;
    }
    replacement = std::exchange(queue_.replacement, std::nullopt);
    if (replacement) {
      // The rest of the queue belongs to the new program.
    } else if (!queue_.jobs.empty()) {
      job = std::move(queue_.jobs.front());
      queue_.jobs.pop_front();
      queue_.running_slot = job->slot;
    } else if (queue_.seek) {
      seek = std::exchange(queue_.seek, std::nullopt);
    } else {
      paused = std::holds_alternative<Queue::Pause>(queue_.transport);
      if (auto* const run = std::get_if<Player::Run>(&queue_.transport)) {
        player_.play(std::move(*run));
        waiting_.reset();
      }
      queue_.transport = std::monostate();
    }
    const bool queued = !queue_.jobs.empty() || queue_.seek || queue_.transport.index() != 0;
    if (!queued && !replacement && !job && !seek)
      elapsed = std::exchange(queue_.virtual_seconds, 0);
    if (queue_.signal != Signal::quit) queue_.signal = queued ? Signal::queued : Signal::none;
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
  if (paused && (player_.playing() || waiting_)) {
    waiting_.reset();
    stop_playing();
  }
  if (player_.playing() && (!queue_.virtual_time || elapsed > 0)) {
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
  program_.open(std::move(start.file));
  ++programs_opened_;
  waiting_.reset();
  debugger_ = std::make_unique<Debugger>(std::move(start.session), *files_, *this);
  player_.open(*debugger_);
  debugger_->set_log_sink([this](const LogMessage& message) {
    log_.push_back(message);
    if (log_.size() > max_logged) log_.pop_front();
    shown_log_.reset();
    const std::lock_guard lock(queue_.mutex);
    queue_.messages.push_back(message);
  });
  log_.clear();
  shown_log_.reset();
  played_.clear();
  update_position();
}

void SessionThread::Worker::rename(const std::string& file) {
  debugger_->session().rename(display_name(file));
  program_.rename(file, debugger_->session());
  publish();
}

void SessionThread::Worker::begin(SessionTask task, Clock::duration time) {
  queue_.task = task;
  began_ = Clock::now();
  deadline_ = began_ + time;
}

bool SessionThread::Worker::should_continue(Tick now, Tick goal) {
  // Suspended, a fiber would miss the deadline of a search, which is shorter than its turn.
  if (queue_.task != SessionTask::event_search) yield_if_due();
  const Signal signal = queue_.signal.load(std::memory_order_relaxed);
  if (signal >= Signal::interrupted) return false;
  const auto time = Clock::now();
  switch (queue_.task.load(std::memory_order_relaxed)) {
    case SessionTask::job:
      if (signal == Signal::superseded) return false;
      if (time - last_snapshot_time_ > progress_interval && time - began_ > progress_interval) {
        publish_progress(now, goal);
      }
      return true;
    case SessionTask::seek:
      if (time - last_snapshot_time_ > progress_interval) publish_progress(now, goal);
      return signal == Signal::none;
    case SessionTask::slice:
    case SessionTask::event_search:
      if (queue_.virtual_time) return true;
      return time < deadline_ && (player_.slice_time() > Player::frame || signal == Signal::none);
    case SessionTask::background_task:
      return time < deadline_ && signal == Signal::none;
    default:
      return false;
  }
}

void SessionThread::Worker::run_job(Queue::Job job) {
  const std::string line = job.line;
  const bool command = !line.empty();
  const Session* const session = &debugger_->session();
  running_line_ = std::move(job.line);
  begin(SessionTask::job, 0ms);
  auto callback = job.work(*debugger_, *this);
  queue_.running_slot = slot::none;
  running_line_.clear();
  if (&debugger_->session() != session) {  // another recording was loaded
    player_.forget();
    ++programs_opened_;
    program_.forget_source();
  }
  const std::uint64_t instant = instant_;
  update_position();
  if (instant != instant_) {
    player_.stop();
    jump_pending_ = false;
  }
  resume_if_answered(line);
  {
    const std::lock_guard lock(queue_.mutex);
    if (callback) queue_.callbacks.push_back(std::move(callback));
  }
  if (command || instant != instant_ || progress_shown_) {
    publish();
  } else {
    on_update_();
  }
}

void SessionThread::Worker::run_seek(const Queue::Seek& seek) {
  History& history = debugger_->session().history();
  player_.pause();
  const Visit visit = std::exchange(jump_pending_, false) ? Visit::next : seek.visit;
  if (seek.tick == history.tick()) {
    jump_pending_ = visit == Visit::next;  // a drag may begin at the present instant
    return;
  }
  waiting_.reset();
  debugger_->session().mark_previous();
  begin(SessionTask::seek, 0ms);
  const StopReason arrival = history.seek(seek.tick, this);
  debugger_->set_last_stop(stop_info_for(arrival, history.tick()));
  player_.forget();
  update_position(visit, seek.question);
  publish();
}

// ---- Playing

void SessionThread::Worker::run_slice(double elapsed) {
  Session& session = debugger_->session();
  const auto now = Clock::now();
  const bool is_virtual = queue_.virtual_time;
  player_.begin_slice(now, is_virtual ? std::optional(elapsed) : std::nullopt);
  if (!player_.is_due() && wait_for_pace(now)) return;
  const Tick before = session.machine().tick;
  begin(SessionTask::slice, player_.slice_time());
  StopInfo stopped = player_.run_slice([&] { return !is_virtual && Clock::now() >= deadline_; });
  const bool continues = stopped.reason == StopInfo::Reason::arrived ||
                         stopped.reason == StopInfo::Reason::interrupted;
  // Asked once: a snapshot that becomes due after this would show an older event.
  const bool shows = is_virtual || snapshot_due();
  Clock::duration search_time{};
  if (continues && shows && player_.passes_over_events()) {
    begin(SessionTask::event_search, Player::max_time_to_event);
    stopped = player_.run_to_event();
    search_time = Clock::now() - began_;
  }
  queue_.task = SessionTask::choose_next;
  const Tick after = session.machine().tick;
  const std::chrono::duration<double> virtual_time(std::max(elapsed, 1e-6));
  const bool forward = player_.forward();
  player_.end_slice(
      after > before ? after - before : before - after,
      is_virtual ? std::chrono::duration_cast<Clock::duration>(virtual_time) : Clock::now() - now,
      is_virtual, stopped.reason == StopInfo::Reason::interrupted);
  update_position(player_.take_visit(after != before), forward ? "play" : "play backwards");
  const bool at_limit = stopped.reason == StopInfo::Reason::arrived;
  const bool at_start = !forward && after == session.history().begin();
  if ((!at_limit && stopped.reason != StopInfo::Reason::interrupted) || at_start) {
    debugger_->set_last_stop(stopped);
    record_visit(session, Visit::same, {}, describe_stop(session, stopped));
    if (stopped.reason == StopInfo::Reason::input_wait) wait_for_input(player_.run());
    stop_playing();
    return;
  }
  if (!shows) return;
  tasks_.run_urgent(*debugger_, context(), *this,
                    [this] { begin(SessionTask::background_task, Player::frame); });
  queue_.task = SessionTask::choose_next;
  publish();
  snapshot_cost_ += search_time;
}

// No tick is due yet: uses the time for other work. Returns whether there is nothing to run.
bool SessionThread::Worker::wait_for_pace(Clock::time_point now) {
  if (queue_.virtual_time || snapshot_outdated_) {
    publish();
    return true;
  }
  const double seconds = player_.seconds_until_due();
  if (seconds <= 0) return false;
  if (seconds > Player::idle_time && run_background_task()) return true;
  const std::chrono::duration<double> missing(std::min(seconds, 1.0));
  const auto until = now + std::chrono::duration_cast<Clock::duration>(missing);
  std::unique_lock lock(queue_.mutex);
  queue_.wake.wait_until(lock, std::min(until, now + Player::frame),
                         [this] { return queue_.signal != Signal::none; });
  return true;
}

void SessionThread::Worker::stop_playing() {
  player_.stop();
  update_position();
  publish();
}

// ---- Snapshots

bool SessionThread::Worker::run_background_task() {
  begin(SessionTask::background_task, Player::frame);
  if (program_.take_reachable()) {
    publish();
    return true;
  }
  const auto progress = tasks_.run_next(*debugger_, context(), *this);
  if (progress == BackgroundTask::Progress::updated) publish();
  if (progress != BackgroundTask::Progress::done) return true;
  if (program_.computes()) {
    std::unique_lock lock(queue_.mutex);
    queue_.wake.wait_until(lock, Clock::now() + 2ms,
                           [this] { return queue_.signal != Signal::none; });
    return true;
  }
  return false;
}

TaskContext SessionThread::Worker::context() const {
  return {instant_, timeline_, player_.playing(), current_request_};
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
  if (visited == nullptr || visited->at != BranchInstant{position.branch, position.tick}) {
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
  program_.update(session);
  played_.add(debugger_->session());
}

bool SessionThread::Worker::snapshot_due() const {
  if (!queue_.snapshot_taken.load(std::memory_order_relaxed)) return false;
  const auto since = Clock::now() - last_snapshot_time_;
  return since >= Player::frame && since >= snapshot_cost_ * snapshot_time_divisor;
}

void SessionThread::Worker::publish() {
  const auto started = Clock::now();
  snapshot_outdated_ = false;
  progress_shown_ = false;
  program_.update(debugger_->session());
  auto snapshot = std::make_shared<ViewSnapshot>(
      build_snapshot(*debugger_, program_.info(), current_request_, player_.playing(), &reads_));
  snapshot->input.resumes = waiting_.has_value();
  snapshot->instant = instant_;
  snapshot->reachable = program_.reachable();
  snapshot->played = played_.samples();
  if (shown_log_ == nullptr) {
    shown_log_ = std::make_shared<const std::vector<LogMessage>>(log_.begin(), log_.end());
  }
  snapshot->log = shown_log_;
  tasks_.show(context(), *snapshot);
  player_.show(*snapshot, queue_.snapshot_taken);
  publish_snapshot(std::move(snapshot));
  snapshot_cost_ = last_snapshot_time_ - started;
}

void SessionThread::Worker::publish_progress(Tick now, Tick goal) {
  std::shared_ptr<ViewSnapshot> snapshot;
  {
    const std::lock_guard lock(queue_.mutex);
    snapshot = std::make_shared<ViewSnapshot>(*queue_.snapshot);
  }
  const std::chrono::duration<double> seconds = Clock::now() - began_;
  snapshot->activity = {
      Activity::Kind::command, RunDirection::forward, running_line_, now, goal, seconds.count(), 0};
  publish_snapshot(std::move(snapshot));
  progress_shown_ = true;
}

void SessionThread::Worker::publish_snapshot(std::shared_ptr<ViewSnapshot> snapshot) {
  {
    const std::lock_guard lock(queue_.mutex);
    snapshot->serial = ++serial_;
    queue_.snapshot = std::move(snapshot);
    queue_.snapshot_taken = false;
  }
  last_snapshot_time_ = Clock::now();
  on_update_();
}

}  // namespace fungescope::ui
