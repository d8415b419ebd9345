// Samples a run for a timeline: one sample per column of a range of ticks.
//
//     TimelineSampler sampler({from, to, columns, cells, regions, true});
//     while (!*sampler.advance(session, &monitor)) draw(sampler.samples());
//
// The sampler reaches the next column by running or by a checkpoint, whichever is cheaper. Counting
// breakpoint hits requires running the whole range, so it follows the samples, when all other
// values are known.
#pragma once

#include "base/result.h"
#include "lang/analysis/phases.h"
#include "session/expressions/expression.h"
#include "session/run_control/run_controller.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

struct TimelineSample {
  Tick tick = 0;
  // Of the chosen cells, 0 for one outside the field, then of the expressions.
  std::vector<std::int64_t> values;
  std::vector<std::uint32_t>
      changed;  // by region: how many of its cells differ from the previous sample
  std::uint64_t output_size = 0;
  std::uint64_t input_position = 0;
  // How often active breakpoints were hit after the previous sample, up to and including this one;
  // at most `max_hits`. Does not change their hit counts, and writes no logs.
  std::uint32_t hits = 0;
  // By phase of the program, and last those in none: how many of the last ticks before this sample
  // were spent there. Empty if phases were not requested.
  std::vector<std::uint32_t> phase_ticks;

  static constexpr std::uint32_t max_hits = 1000;
  friend bool operator==(const TimelineSample&, const TimelineSample&) = default;
};

struct TimelineRequest {
  // Instants of the present branch. Those that are not recorded are left out.
  Tick from = 0;
  Tick to = 0;  // inclusive
  // At most one column per instant. Each begins at its sample's tick.
  std::size_t columns = 0;
  std::vector<Point> cells;
  std::vector<Rectangle> regions;
  bool count_hits = false;
  // Of each column the last `max_phase_ticks` are counted by phase: all of a column that is not
  // longer, else a sample. Null: none are. Must outlive the sampler.
  const PhaseMap* phases = nullptr;
  std::vector<Expression> expressions = {};
  static constexpr Tick max_phase_ticks = 4096;
};

class TimelineSampler {
 public:
  explicit TimelineSampler(TimelineRequest request) : request_(std::move(request)) {}

  // Does part of the work; returns whether all is done. Polls the monitor after each column and
  // each millisecond of counting, and samples at least one column per call. Must always be called
  // with the same session, whose present instant it leaves unchanged. Fails if the present branch
  // has changed. Cost: a column costs its ticks, at most a seek; counting hits costs the run, but
  // columns that reach max_hits are cut short.
  Result<bool> advance(Session& session, Monitor* monitor);

  // The samples so far, ascending from the left. The first one is compared with the instant before
  // it.
  [[nodiscard]] const std::vector<TimelineSample>& samples() const { return samples_; }
  [[nodiscard]] bool sampled() const { return begun_ && samples_.size() == columns_; }
  // In how many of the samples the hits are counted.
  [[nodiscard]] std::size_t counted() const { return counted_; }

 private:
  void begin(const Session& session);
  [[nodiscard]] Tick tick_of(std::size_t column) const;
  bool sample(Session& session, Monitor* monitor);
  bool count(Session& session, Monitor* monitor);
  void take_sample(History& history);
  [[nodiscard]] std::vector<std::uint32_t> advance_counting(History& history, Tick tick) const;
  [[nodiscard]] std::vector<std::uint32_t> changes(const Snapshot& now) const;

  TimelineRequest request_;
  bool begun_ = false;
  BranchId branch_ = 0;
  Tick first_ = 0;  // the recorded part of the range
  Tick last_ = 0;
  std::size_t columns_ = 0;
  Tick before_ = 0;  // the instant with which the first sample is compared
  std::vector<TimelineSample> samples_;
  std::optional<Snapshot> previous_;  // of the last sample, if there are regions
  std::size_t counted_ = 0;
  Tick counted_to_ = 0;
};

}  // namespace fungescope
