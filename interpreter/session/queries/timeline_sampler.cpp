#include "session/queries/timeline_sampler.h"

#include "session/run_control/search.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Running this many ticks takes as long as a seek.
constexpr Tick ticks_per_seek = 500'000;

// Advances to a recorded instant, by the cheaper way.
void advance_to(History& history, Tick tick) {
  const bool close = history.tick() <= tick && tick - history.tick() <= ticks_per_seek;
  if (close) {
    history.run(tick);
  } else {
    history.seek(tick);
  }
}

// Counts executed cells by phase.
class PhaseCounter final : public Observer {
 public:
  explicit PhaseCounter(const PhaseMap& phases)
      : phases_(phases), counts_(phases.names().size() + 1) {}
  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_execute(Tick /*tick*/, Point at) override {
    ++counts_[phases_.at(at).value_or(phases_.names().size())];
  }
  [[nodiscard]] std::vector<std::uint32_t> take() { return std::move(counts_); }

 private:
  const PhaseMap& phases_;
  std::vector<std::uint32_t> counts_;
};

bool should_continue(Monitor* monitor, Tick now, Tick goal) {
  return monitor == nullptr || monitor->should_continue(now, goal);
}

}  // namespace

Result<bool> TimelineSampler::advance(Session& session, Monitor* monitor) {
  if (!begun_) begin(session);
  if (session.history().branch() != branch_) {
    return fail({}, fmt::format("the samples are of branch {}", branch_), "begin with new ones");
  }
  const ScopedSeek scoped_seek(session.history());
  return sample(session, monitor) && (!request_.count_hits || count(session, monitor));
}

void TimelineSampler::begin(const Session& session) {
  const History& history = session.history();
  begun_ = true;
  branch_ = history.branch();
  first_ = std::max(request_.from, history.begin());
  last_ = std::min(request_.to, history.end());
  if (first_ > last_) return;
  columns_ = static_cast<std::size_t>(std::min<Tick>(request_.columns, last_ - first_ + 1));
  before_ = first_ == history.begin() ? first_ : first_ - 1;
  counted_to_ = before_;
}

Tick TimelineSampler::tick_of(std::size_t column) const {
  // Rounds down, without the full product, which might overflow.
  const Tick ticks = last_ - first_ + 1;
  const Tick rest = ticks % columns_;
  return first_ + ticks / columns_ * column + rest * column / columns_;
}

// ---- Samples

bool TimelineSampler::sample(Session& session, Monitor* monitor) {
  History& history = session.history();
  if (columns_ > 0 && samples_.empty() && !request_.regions.empty()) {
    history.seek(before_);
    previous_ = history.snapshot_of_cells();
  }
  while (samples_.size() < columns_) {
    const Tick tick = tick_of(samples_.size());
    std::vector<std::uint32_t> phase_ticks;
    if (request_.phases != nullptr) phase_ticks = advance_counting(history, tick);
    advance_to(history, tick);
    take_sample(history);
    samples_.back().phase_ticks = std::move(phase_ticks);
    if (samples_.size() < columns_ && !should_continue(monitor, history.tick(), last_))
      return false;
  }
  previous_.reset();
  return true;
}

std::vector<std::uint32_t> TimelineSampler::advance_counting(History& history, Tick tick) const {
  const Tick from = samples_.empty() ? before_ : samples_.back().tick;
  advance_to(history, std::max(from, tick - std::min(tick, TimelineRequest::max_phase_ticks)));
  PhaseCounter counter(*request_.phases);
  RunHooks hooks{.observer = &counter};
  history.run(tick, hooks);
  return counter.take();
}

void TimelineSampler::take_sample(History& history) {
  const Machine& machine = history.machine();
  TimelineSample sample;
  sample.tick = machine.tick;
  for (const Point cell : request_.cells) {
    sample.values.push_back(machine.field.contains(cell) ? machine.field.at(cell) : 0);
  }
  for (const Expression& expression : request_.expressions) {
    sample.values.push_back(expression.evaluate(machine));
  }
  sample.output_size = machine.output_size;
  sample.input_position = machine.input_position;
  if (!request_.regions.empty()) {
    Snapshot now = history.snapshot_of_cells();
    sample.changed = changes(now);
    previous_ = std::move(now);
  }
  samples_.push_back(std::move(sample));
}

// No changes where a reload has changed the size of the field.
std::vector<std::uint32_t> TimelineSampler::changes(const Snapshot& now) const {
  std::vector<std::uint32_t> changed(request_.regions.size());
  const Size size = now.field_size();
  if (previous_->field_size() != size) return changed;
  Snapshot::compare(*previous_, now, [&](std::size_t index, std::int64_t, std::int64_t) {
    const Point at = size.point_at(index);
    for (std::size_t i = 0; i < changed.size(); ++i) {
      if (request_.regions[i].contains(at)) ++changed[i];
    }
  });
  return changed;
}

// ---- Hits

bool TimelineSampler::count(Session& session, Monitor* monitor) {
  if (counted_ == columns_) return true;
  History& history = session.history();
  history.seek(counted_to_);
  BreakpointSearch breakpoints(session);
  while (counted_ < columns_) {
    TimelineSample& sample = samples_[counted_];
    const auto visit = [&](const SearchHit& search_hit) {
      const auto held = static_cast<std::uint32_t>(breakpoints.hits_at(search_hit).size());
      sample.hits = std::min(TimelineSample::max_hits, sample.hits + held);
      return sample.hits == TimelineSample::max_hits;
    };
    const StopReason arrival =
        breakpoints.any_active()
            ? search_forward(history, breakpoints.query(), true, sample.tick, monitor, visit)
            : StopReason::trapped;
    counted_to_ = history.tick();
    if (arrival == StopReason::interrupted) return false;
    if (arrival == StopReason::trapped) {  // the sample's count is at its limit
      if (breakpoints.any_active()) advance_to(history, sample.tick);
      counted_to_ = sample.tick;
    }
    ++counted_;
    if (counted_ < columns_ && !should_continue(monitor, counted_to_, last_)) return false;
  }
  return true;
}

}  // namespace fungescope
