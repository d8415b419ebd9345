#include "debugger_ui/session_thread/snapshot_builder.h"
#include "session/bookmarks.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

void count_changes(const Snapshot& before, const Snapshot& now, const std::vector<Region>& regions,
                   std::vector<std::uint32_t>& changed) {
  const Size size = now.field_size();
  if (before.field_size() != size) return;
  Snapshot::compare(before, now, [&](std::size_t index, std::int64_t, std::int64_t) {
    const Point at = size.point_at(index);
    for (std::size_t i = 0; i < regions.size(); ++i) {
      if (regions[i].area.contains(at)) ++changed[i];
    }
  });
}

// Adds the changes of `earlier` to `later`.
void merge(const TimelineSample& earlier, TimelineSample& later) {
  later.hits = std::min(TimelineSample::max_hits, later.hits + earlier.hits);
  later.changed.resize(std::max(later.changed.size(), earlier.changed.size()));
  for (std::size_t i = 0; i < earlier.changed.size(); ++i) later.changed[i] += earlier.changed[i];
  later.phase_ticks.resize(std::max(later.phase_ticks.size(), earlier.phase_ticks.size()));
  for (std::size_t i = 0; i < earlier.phase_ticks.size(); ++i) {
    later.phase_ticks[i] += earlier.phase_ticks[i];
  }
}

}  // namespace

void PlaybackSamples::add(Session& session) {
  const History& history = session.history();
  if (history.branch() != branch_) {
    truncate(last_common_tick(history, branch_, history.branch()));
    branch_ = history.branch();
  }
  if (!samples_.empty() && history.tick() <= samples_.back().tick) return;
  if (samples_.size() == max_samples) thin();
  samples_.push_back(sample_of(session));
  shared_.reset();
}

TimelineSample PlaybackSamples::sample_of(Session& session) {
  const Machine& machine = session.machine();
  const Symbols& symbols = session.symbols();
  TimelineSample sample;
  sample.tick = machine.tick;
  sample.values.reserve(symbols.variables().size() + 1);
  for (const Watch& variable : symbols.variables()) {
    sample.values.push_back(machine.field.contains(variable.at) ? machine.field.at(variable.at)
                                                                : 0);
  }
  sample.values.push_back(static_cast<std::int64_t>(machine.stack.size()));
  sample.output_size = machine.output_size;
  sample.input_position = machine.input_position;
  if (const PhaseMap& phases = session.source().phases; !phases.empty()) {
    sample.phase_ticks.resize(phases.names().size() + 1);
    sample.phase_ticks[phases.at(machine.ip).value_or(phases.names().size())] = 1;
  }
  sample.changed.resize(symbols.regions().size());
  if (!symbols.regions().empty()) {
    Snapshot now = session.history().snapshot();
    if (last_) count_changes(*last_, now, symbols.regions(), sample.changed);
    last_ = std::move(now);
  }
  return sample;
}

void PlaybackSamples::truncate(Tick last) {
  const auto lost = std::find_if(samples_.begin(), samples_.end(),
                                 [last](const TimelineSample& s) { return s.tick > last; });
  if (lost == samples_.end()) return;
  samples_.erase(lost, samples_.end());
  last_.reset();
  shared_.reset();
}

// Reduces the samples to between 1/2 and 3/4 of their number, as two consecutive distances exceed
// `step`. Merges the closest samples first, so that slowly and quickly played parts end up equally
// dense.
void PlaybackSamples::thin() {
  const Tick span = samples_.back().tick - samples_.front().tick;
  const Tick step = std::max<Tick>(span / (max_samples * 3 / 8), 1);
  std::vector<TimelineSample> merged;
  merged.reserve(max_samples);
  for (TimelineSample& sample : samples_) {
    // The first sample stays at the start of the run.
    const bool close = merged.size() >= 2 && sample.tick - merged[merged.size() - 2].tick <= step;
    if (close) {
      merge(merged.back(), sample);
      merged.back() = std::move(sample);
    } else {
      merged.push_back(std::move(sample));
    }
  }
  samples_ = std::move(merged);
}

std::shared_ptr<const std::vector<TimelineSample>> PlaybackSamples::samples() const {
  if (shared_ == nullptr) shared_ = std::make_shared<const std::vector<TimelineSample>>(samples_);
  return shared_;
}

}  // namespace fungescope::ui
