#include "debugger_ui/session_thread/snapshot_extension.h"
#include "session/queries/heat.h"
#include "session/queries/timeline_sampler.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace fungescope::ui {
namespace {

// Completes the reads from which InputSnapshot::lines is built.
class InputTask final : public BackgroundTask {
 public:
  explicit InputTask(InputReads& reads) : reads_(reads) {}

  [[nodiscard]] bool is_urgent(Debugger& debugger, const TaskContext& /*context*/) const override {
    const Session& session = debugger.session();
    return !reads_.complete(session) && reads_.nearly_complete(session);
  }

  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    if (instant_ == context.instant) return Progress::done;
    const std::size_t before = reads_.lines().size();
    if (!reads_.advance(debugger.session(), &monitor)) return Progress::unfinished;
    instant_ = context.instant;
    return reads_.lines().size() == before ? Progress::done : Progress::updated;
  }

 private:
  InputReads& reads_;
  std::optional<std::uint64_t> instant_;  // at which all were known
};

constexpr std::size_t paused_trail_length = 48;

// Fills ViewSnapshot::trail while paused: the cells that were executed last.
class TrailTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& /*monitor*/) override {
    if (context.playing || instant_ == context.instant) return Progress::done;
    instant_ = context.instant;
    cells_ = trail(debugger.session(), paused_trail_length);
    return Progress::updated;
  }
  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (instant_ == context.instant) snapshot.trail = cells_;
  }

 private:
  std::optional<std::uint64_t> instant_;
  std::vector<Point> cells_;
};

constexpr std::chrono::milliseconds samples_interval{100};

// Equal texts mean that the same hits are counted.
std::string text_of(const std::vector<Breakpoint>& breakpoints) {
  std::string text;
  for (const Breakpoint& breakpoint : breakpoints) {
    if (is_active(breakpoint)) text += describe(breakpoint) + '\n';
  }
  return text;
}

class TimelineTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    const TimelineViewRequest& request = context.request.timeline;
    if (request.columns == 0 || context.playing) return Progress::done;
    Session& session = debugger.session();
    SamplingKey key{request, context.timeline,
                    request.hits ? text_of(session.breakpoints().all()) : std::string()};
    if (!sampler_ || !(key == key_) || grown_by_a_column(session)) begin(session, std::move(key));
    if (done_) return Progress::done;

    ReplayPace::Slice slice = pace_.slice(monitor);
    const auto all = sampler_->advance(session, &slice);
    pace_.advanced(true, slice);
    done_ = !all || *all;  // a failure is final for this key
    if (!done_ && std::chrono::steady_clock::now() - published_ < samples_interval)
      return Progress::unfinished;
    samples_ = std::make_shared<const TimelineSamples>(
        TimelineSamples{key_.request, sampler_->samples(), done_});
    samples_timeline_ = key_.timeline;
    published_ = std::chrono::steady_clock::now();
    return Progress::updated;
  }
  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (samples_ != nullptr && samples_timeline_ == context.timeline) snapshot.timeline = samples_;
  }

 private:
  // Everything that the samples depend on.
  struct SamplingKey {
    TimelineViewRequest request;
    std::uint64_t timeline = 0;
    std::string breakpoints;
    friend bool operator==(const SamplingKey&, const SamplingKey&) = default;
  };

  void begin(Session& session, SamplingKey key) {
    key_ = std::move(key);
    recorded_ = session.history().end();
    done_ = false;
    pace_ = {};
    published_ = std::chrono::steady_clock::now();
    TimelineRequest request;
    request.from = key_.request.from;
    request.to = key_.request.to;
    request.columns = key_.request.columns;
    request.count_hits = key_.request.hits && !key_.breakpoints.empty();
    const Size field = session.machine().field.size();
    for (const std::string& text : key_.request.expressions) {
      auto expression = Expression::parse(text, session.symbols(), field);
      if (!expression) expression = Expression::parse("0", session.symbols(), field);
      request.expressions.push_back(std::move(*expression));
    }
    if (!session.source().phases.empty()) request.phases = &session.source().phases;
    for (const Region& region : session.symbols().regions()) request.regions.push_back(region.area);
    sampler_.emplace(std::move(request));
  }

  // Whether the ticks recorded since sampling started would fill a column.
  [[nodiscard]] bool grown_by_a_column(const Session& session) const {
    const TimelineViewRequest& request = key_.request;
    const Tick end = std::min(session.history().end(), request.to);
    if (end <= recorded_) return false;
    return end - recorded_ > (end - std::min(request.from, end)) / request.columns;
  }

  SamplingKey key_;
  Tick recorded_ = 0;  // end of the run when sampling started
  std::optional<TimelineSampler> sampler_;
  ReplayPace pace_;
  bool done_ = false;
  std::shared_ptr<const TimelineSamples> samples_;
  std::uint64_t samples_timeline_ = 0;
  std::chrono::steady_clock::time_point published_;
};

}  // namespace

std::unique_ptr<BackgroundTask> make_timeline_task() {
  return std::make_unique<TimelineTask>();
}

BackgroundTasks::BackgroundTasks(InputReads& reads) {
  tasks_.push_back(std::make_unique<InputTask>(reads));
  for (const SnapshotExtension* const extension : extensions<SnapshotExtension>()) {
    for (auto& task : extension->make_tasks()) tasks_.push_back(std::move(task));
  }
  tasks_.push_back(std::make_unique<TrailTask>());
  tasks_.push_back(make_timeline_task());
  tasks_.push_back(make_heat_task());
}

void BackgroundTasks::run_urgent(Debugger& debugger, const TaskContext& context, Monitor& monitor,
                                 const std::function<void()>& begin) {
  for (const auto& task : tasks_) {
    if (!task->is_urgent(debugger, context)) continue;
    begin();
    task->work(debugger, context, monitor);
  }
}

BackgroundTask::Progress BackgroundTasks::run_next(Debugger& debugger, const TaskContext& context,
                                                   Monitor& monitor) {
  if (std::exchange(instant_, context.instant) != context.instant) next_ = 0;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    BackgroundTask& task = *tasks_[next_];
    next_ = (next_ + 1) % tasks_.size();
    const auto progress = task.work(debugger, context, monitor);
    if (progress != BackgroundTask::Progress::done) return progress;
  }
  return BackgroundTask::Progress::done;
}

}  // namespace fungescope::ui
