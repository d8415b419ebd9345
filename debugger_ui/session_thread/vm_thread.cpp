// One loop: the most urgent thing that there is to do, then look again. Nothing that it does
// takes longer than a frame without asking `may_go_on`, so that whatever comes in waits a few
// milliseconds at most; only a command that a person gave goes on until it is done or interrupted.
#include "debugger_ui/session_thread/vm_thread.h"

#include "debugger_ui/session_thread/board_refinement.h"
#include "debugger_ui/session_thread/check_refinement.h"
#include "debugger_ui/session_thread/heat_refinement.h"
#include "debugger_ui/session_thread/picture_maker.h"
#include "debugger_ui/session_thread/strip_refinement.h"
#include "debugger_ui/session_thread/trail_refinement.h"
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
constexpr int share_of_pictures = 20;
// Backwards at full speed: ticks a second, which is as fast as a fast program goes forwards.
constexpr double fastest_back = 1e9;
// Slower than this, there is time between two ticks to refine the picture.
constexpr double slow = 2000;

}  // namespace

Vm::Thread::Thread(VmStart start, std::function<void()> news)
    : news_(std::move(news)), files_(std::make_unique<SessionFiles>()) {
  refinements_.push_back(make_board_refinement());
  refinements_.push_back(make_trail_refinement());
  refinements_.push_back(make_check_refinement());
  refinements_.push_back(make_strip_refinement());
  refinements_.push_back(make_heat_refinement());
  open(std::move(start));
  publish();
  thread_ = std::thread([this] { loop(); });
}

Vm::Thread::~Thread() {
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
    interrupt_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

// ---- For the window's thread

std::shared_ptr<const Picture> Vm::Thread::take_picture() {
  const std::lock_guard lock(mutex_);
  taken_ = true;
  return picture_;
}

void Vm::Thread::set_look(const Look& look) {
  {
    const std::lock_guard lock(mutex_);
    if (look == look_) return;
    look_ = look;
    looked_elsewhere_ = true;
    idle_ = false;
    urgent_ = true;
  }
  wake_.notify_one();
}

std::vector<std::function<void()>> Vm::Thread::take_answers() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answers_, {});
}

std::vector<std::string> Vm::Thread::take_messages() {
  const std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

void Vm::Thread::add_job(Slot slot, std::string line, Work work) {
  {
    const std::lock_guard lock(mutex_);
    if (slot != slot::none) {
      std::erase_if(jobs_, [slot](const Job& job) { return job.slot == slot; });
      if (slot_at_work_ == slot) stale_ = true;
    }
    jobs_.push_back({slot, std::move(line), std::move(work)});
    urgent_ = true;
    idle_ = false;
  }
  wake_.notify_one();
}

void Vm::Thread::seek(Tick tick) {
  {
    const std::lock_guard lock(mutex_);
    seek_ = tick;
    // Questions that a panel asked about the old instant are not worth waiting for; those that
    // a person asked for are.
    const Slot slot = slot_at_work_;
    if (slot != slot::none && slot != slot::profile && slot != slot::comparison) stale_ = true;
    pause_request_ = false;
    play_request_.reset();
    urgent_ = true;
    idle_ = false;
  }
  wake_.notify_one();
}

void Vm::Thread::play(Way way, double speed) {
  {
    const std::lock_guard lock(mutex_);
    play_request_ = Play{way, speed, Clock::now(), 0};
    pause_request_ = false;
    urgent_ = true;
    idle_ = false;
  }
  wake_.notify_one();
}

void Vm::Thread::pause() {
  {
    const std::lock_guard lock(mutex_);
    pause_request_ = true;
    play_request_.reset();
    if (leg_at_work_) interrupt_ = true;
    urgent_ = true;
    idle_ = false;
  }
  wake_.notify_one();
}

void Vm::Thread::interrupt() {
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

void Vm::Thread::replace(VmStart start) {
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

void Vm::Thread::settle() {
  std::unique_lock lock(mutex_);
  settled_.wait(lock, [this] { return idle_; });
}

bool Vm::Thread::settled() {
  const std::lock_guard lock(mutex_);
  return idle_;
}

// ---- The loop

void Vm::Thread::loop() {
  while (!quit_) {
    if (do_something()) continue;
    std::unique_lock lock(mutex_);
    if (urgent_ || quit_) continue;
    idle_ = true;
    settled_.notify_all();
    wake_.wait(lock, [this] { return urgent_ || quit_; });
  }
}

bool Vm::Thread::do_something() {
  std::optional<Job> job;
  std::optional<Tick> tick;
  std::optional<VmStart> replacement;
  bool paused = false;
  {
    const std::lock_guard lock(mutex_);
    interrupt_ = false;
    replacement = std::exchange(replacement_, std::nullopt);
    if (std::exchange(looked_elsewhere_, false)) unseen_ = true;
    look_now_ = look_;
    if (replacement) {
      // What came after it is for the new program.
    } else if (!jobs_.empty()) {
      job = std::move(jobs_.front());
      jobs_.pop_front();
      slot_at_work_ = job->slot;
    } else {
      tick = std::exchange(seek_, std::nullopt);
      paused = std::exchange(pause_request_, false);
      if (play_request_) playing_ = std::exchange(play_request_, std::nullopt);
    }
    stale_ = false;
    urgent_ = !jobs_.empty() || seek_ || play_request_ || pause_request_;
  }
  if (replacement) {
    open(std::move(*replacement));
    publish();
    return true;
  }
  if (job) {
    do_job(std::move(*job));
    return true;
  }
  if (tick) {
    do_seek(*tick);
    return true;
  }
  if (paused && playing_) end_playing();
  if (playing_) {
    do_leg();
    return true;
  }
  if (unseen_) {
    publish();
    return true;
  }
  return refine();
}

void Vm::Thread::open(VmStart start) {
  file_ = std::move(start.file);
  ++programs_;
  playing_.reset();
  traveller_.reset();
  program_of_ = nullptr;
  auto& watched = start.session->watched();
  watched.insert(watched.end(), start.watched.begin(), start.watched.end());
  debugger_ = std::make_unique<Debugger>(std::move(start.session), *files_, watcher_);
  debugger_->set_log_sink([this](const std::string& text) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(text);
  });
  played_.clear();
  note_instant();
}

void Vm::Thread::begin(Task task, Clock::duration time) {
  task_ = task;
  began_ = Clock::now();
  deadline_ = began_ + time;
}

bool Vm::Thread::Watcher::go_on(Tick now, Tick goal) {
  return thread_.may_go_on(now, goal);
}

bool Vm::Thread::may_go_on(Tick now, Tick goal) {
  if (interrupt_.load(std::memory_order_relaxed) || quit_.load(std::memory_order_relaxed)) {
    return false;
  }
  const auto time = Clock::now();
  switch (task_) {
    case Task::job:
      if (stale_.load(std::memory_order_relaxed)) return false;
      if (time - last_picture_ > progress_interval && time - began_ > progress_interval) {
        publish_progress(now, goal);
      }
      return true;
    case Task::seek:
      if (time - last_picture_ > progress_interval) publish_progress(now, goal);
      return !urgent_.load(std::memory_order_relaxed);
    case Task::leg:
      return time < deadline_ && (leg_time_ > frame || !urgent_.load(std::memory_order_relaxed));
    case Task::refinement:
      return time < deadline_ && !urgent_.load(std::memory_order_relaxed);
  }
  return false;
}

void Vm::Thread::do_job(Job job) {
  const bool command = !job.line.empty();
  const Session* const session = &debugger_->session();
  line_at_work_ = std::move(job.line);
  begin(Task::job, 0ms);
  auto answer = job.work(*debugger_, watcher_);
  slot_at_work_ = slot::none;
  line_at_work_.clear();
  if (&debugger_->session() != session) {  // another recording was loaded
    traveller_.reset();
    ++programs_;
    program_of_ = nullptr;
  }
  const std::uint64_t instant = instant_;
  note_instant();
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

void Vm::Thread::do_seek(Tick tick) {
  History& history = debugger_->session().history();
  playing_.reset();
  if (tick == history.tick()) return;
  debugger_->session().mark_stop();
  begin(Task::seek, 0ms);
  const Arrival arrival = history.seek(tick, &watcher_);
  debugger_->set_last_stop(stopped_by(arrival, history.tick()));
  traveller_.reset();
  note_instant();
  publish();
}

// ---- Playing

Tick Vm::Thread::leg_limit(Clock::time_point now) {
  const Tick tick = debugger_->session().machine().tick;
  const bool forward = playing_->way == Way::forward;
  double speed = playing_->speed;
  if (speed == unlimited) {
    if (forward) return no_limit;
    speed = fastest_back;
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

void Vm::Thread::do_leg() {
  Session& session = debugger_->session();
  const auto now = Clock::now();
  if (!traveller_) {
    session.mark_stop();
    traveller_ = std::make_unique<Traveller>(session);
    playing_->since = now;
    ticks_per_second_ = 0;
    leg_time_ = frame;
  }
  const Tick before = session.machine().tick;
  const Tick limit = leg_limit(now);
  if (limit == before && playing_->speed != unlimited) {
    // Not due yet: there is time for something else.
    if (unseen_) return publish();
    const std::chrono::duration<double> missing((1 - playing_->credit) / playing_->speed);
    const auto until = now + std::chrono::duration_cast<Clock::duration>(missing);
    if (playing_->speed < slow && refine()) return;
    std::unique_lock lock(mutex_);
    wake_.wait_until(lock, std::min(until, now + frame), [this] { return urgent_ || quit_; });
    return;
  }
  begin(Task::leg, leg_time_);
  leg_at_work_ = true;
  const Stopped stopped =
      traveller_->travel(playing_->way, {limit}, &watcher_, debugger_->log_sink());
  leg_at_work_ = false;
  const Tick after = session.machine().tick;
  measure(after > before ? after - before : before - after, Clock::now() - now);
  note_instant();
  // A piece of the past is searched as a whole, and there is none shorter than an interval between
  // two checkpoints.
  const bool stuck = after == before && stopped.why == Stopped::Why::interrupted;
  leg_time_ = stuck && playing_->way == Way::back ? 2 * leg_time_ : frame;
  const bool at_limit = stopped.why == Stopped::Why::arrived;
  const bool begun = playing_->way == Way::back && after == session.history().begin();
  if ((!at_limit && stopped.why != Stopped::Why::interrupted) || begun) {
    debugger_->set_last_stop(stopped);
    end_playing();
    return;
  }
  if (due_for_picture()) publish();
}

void Vm::Thread::measure(Tick ticks, Clock::duration time) {
  const std::chrono::duration<double> seconds = std::max<Clock::duration>(time, 1us);
  double rate = static_cast<double>(ticks) / seconds.count();
  if (playing_->speed != unlimited) rate = std::min(rate, playing_->speed);
  ticks_per_second_ = ticks_per_second_ == 0 ? rate : 0.9 * ticks_per_second_ + 0.1 * rate;
}

void Vm::Thread::end_playing() {
  playing_.reset();
  traveller_.reset();
  note_instant();
  publish();
}

// ---- What is shown

bool Vm::Thread::refine() {
  begin(Task::refinement, frame);
  const Occasion now = occasion();
  if (!reachable_ && reachable_soon_.valid() &&
      reachable_soon_.wait_for(0s) == std::future_status::ready) {
    reachable_ = reachable_soon_.get();
    publish();
    return true;
  }
  for (const auto& refinement : refinements_) {
    const auto progress = refinement->work(*debugger_, now, watcher_);
    if (progress == Refinement::Progress::done) continue;
    if (progress == Refinement::Progress::news) publish();
    return true;
  }
  if (!reachable_ && reachable_soon_.valid()) {
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, 2ms, [this] { return urgent_ || quit_; });
    return true;
  }
  return false;
}

Occasion Vm::Thread::occasion() const {
  return {instant_, line_, playing_.has_value(), look_now_};
}

void Vm::Thread::note_instant() {
  const Session& session = debugger_->session();
  const History& history = session.history();
  const BranchInfo branch = history.info(history.branch());
  const Place place{history.tick(), branch.id, branch.edits.size(), &session.source(), programs_};
  if (place == place_) return;
  ++instant_;
  const bool other_line = place.branch != place_.branch || place.edits != place_.edits ||
                          place.programs != place_.programs;
  if (other_line) {
    ++line_;
    // What another branch has in common with this one it finds out by itself.
    if (place.programs != place_.programs || place.branch == place_.branch) played_.clear();
  }
  place_ = place;
  note_program();
  played_.add(debugger_->session());
}

void Vm::Thread::note_program() {
  const Source& source = debugger_->session().source();
  if (&source == program_of_) return;
  program_of_ = &source;
  program_ = make_program_info(debugger_->session(), file_);
  reachable_.reset();
  // Of a large field this takes seconds, and needs nothing but the source.
  reachable_soon_ = std::async(std::launch::async, [program = program_] {
    return std::shared_ptr<const Reachability>(
        std::make_shared<Reachability>(find_reachable(*program->source, program->dialect)));
  });
}

bool Vm::Thread::due_for_picture() const {
  if (!taken_.load(std::memory_order_relaxed)) return false;
  const auto since = Clock::now() - last_picture_;
  return since >= frame && since >= picture_cost_ * share_of_pictures;
}

void Vm::Thread::publish() {
  const auto begun = Clock::now();
  unseen_ = false;
  note_program();
  auto picture = std::make_shared<Picture>(
      make_picture(*debugger_, program_, look_now_, playing_.has_value()));
  picture->instant = instant_;
  picture->reachable = reachable_;
  picture->played = played_.samples();
  const Occasion now = occasion();
  for (const auto& refinement : refinements_) refinement->show(now, *picture);
  if (playing_) {
    picture->doing.what = Doing::What::playing;
    picture->doing.way = playing_->way;
    picture->doing.ticks_per_second = ticks_per_second_;
  }
  hand_over(std::move(picture));
  picture_cost_ = last_picture_ - begun;
}

void Vm::Thread::publish_progress(Tick now, Tick goal) {
  std::shared_ptr<Picture> picture;
  {
    const std::lock_guard lock(mutex_);
    picture = std::make_shared<Picture>(*picture_);
  }
  const std::chrono::duration<double> seconds = Clock::now() - began_;
  picture->doing = {
      Doing::What::command, Way::forward, line_at_work_, now, goal, seconds.count(), 0};
  hand_over(std::move(picture));
}

void Vm::Thread::hand_over(std::shared_ptr<Picture> picture) {
  {
    const std::lock_guard lock(mutex_);
    picture->serial = ++serial_;
    picture_ = std::move(picture);
    taken_ = false;
  }
  last_picture_ = Clock::now();
  news_();
}

}  // namespace fungescope::ui
