// Samples of a run for a timeline: a row of columns over a range of ticks.
//
//     TimelineSampler sampler({from, to, columns, cells, regions, true});
//     while (!*sampler.advance(session, &monitor)) draw(sampler.samples());
//
// Columns are short or long, and the way to the next one is what costs less: running there,
// or going by a checkpoint. Hits of stops need all of the range to be run, and so are counted
// behind the samples, where all but the counts is known already.
#pragma once

#include "base/result.h"
#include "session/run_control/breakpoint_search.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

struct TimelineSample {
  Tick tick = 0;
  std::vector<std::int64_t> values;    // of the chosen cells; 0 for one outside the field
  std::vector<std::uint32_t> changed;  // by region: its cells that differ from the sample before
  std::uint64_t output_size = 0;
  std::uint64_t input_position = 0;
  // How often stops in force held at the instants behind the sample before, up to this one; at
  // most `max_hits`. Their hit counts and logs are left alone.
  std::uint32_t hits = 0;

  static constexpr std::uint32_t max_hits = 1000;
  friend bool operator==(const TimelineSample&, const TimelineSample&) = default;
};

struct TimelineRequest {
  // Instants of the present branch; those beyond what is recorded are left out.
  Tick from = 0;
  Tick to = 0;  // included
  // At most one column an instant, each beginning at its sample's tick.
  std::size_t columns = 0;
  std::vector<Point> cells;
  std::vector<Rectangle> regions;
  bool count_hits = false;
};

class TimelineSampler {
 public:
  explicit TimelineSampler(TimelineRequest request) : request_(std::move(request)) {}

  // Does a part of the work, and says whether all is done. The monitor is asked after each column,
  // and each millisecond of counting; a column is sampled before its first question. Always with
  // the same session, whose present instant stays what it is. Fails when the present is on another
  // branch than at first. Cost: a column takes what its ticks take, at most a seek; counting hits
  // takes the run, where columns with the most hits are cut short.
  Result<bool> advance(Session& session, Monitor* monitor);

  // Those that there are: rising, from the left. What the first one is compared with is
  // the instant before it.
  [[nodiscard]] const std::vector<TimelineSample>& samples() const { return samples_; }
  [[nodiscard]] bool sampled() const { return begun_ && samples_.size() == columns_; }
  // Hits are counted in so many of the samples.
  [[nodiscard]] std::size_t counted() const { return counted_; }

 private:
  void begin(const Session& session);
  [[nodiscard]] Tick tick_of(std::size_t column) const;
  bool sample(Session& session, Monitor* monitor);
  bool count(Session& session, Monitor* monitor);
  void take_sample(History& history);
  [[nodiscard]] std::vector<std::uint32_t> changes(const Snapshot& now) const;

  TimelineRequest request_;
  bool begun_ = false;
  BranchId branch_ = 0;
  Tick first_ = 0;  // as far as the range is recorded
  Tick last_ = 0;
  std::size_t columns_ = 0;
  Tick before_ = 0;  // what the first sample is compared with
  std::vector<TimelineSample> samples_;
  std::optional<Snapshot> previous_;  // of the last sample, if there are regions
  std::size_t counted_ = 0;
  Tick counted_to_ = 0;
};

}  // namespace fungescope
