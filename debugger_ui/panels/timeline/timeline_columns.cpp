#include "debugger_ui/panels/timeline/timeline_columns.h"

#include <algorithm>
#include <cmath>

namespace fungescope::ui {
namespace {

// Columns begin .. end - 1.
struct ColumnRange {
  int begin = 0;
  int end = 0;
};

class ColumnPainter {
 public:
  ColumnPainter(const TimeScale& scale, TimelineColumns& columns)
      : scale_(scale), count_(static_cast<int>(scale.width)), columns_(columns) {}

  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] ColumnRange covered(const SampleSource& source) const;
  void paint(const SampleSource& source, ColumnRange part);

 private:
  [[nodiscard]] int column_of(Tick tick) const;
  void paint_curve(CurveColumns& curve, std::int64_t value, int from, int to,
                   ColumnRange part) const;
  static void paint_flow(FlowColumns& flow, float amount, int from, int to, ColumnRange part);
  void paint_values(const SampleSource& source, std::size_t index, int from, int to,
                    ColumnRange part);
  void paint_flows(const TimelineSample* before, const TimelineSample& sample, int from, int to,
                   ColumnRange part);

  const TimeScale& scale_;
  int count_;
  TimelineColumns& columns_;
};

// Clamped to the range of int.
int ColumnPainter::column_of(Tick tick) const {
  const double share = (static_cast<double>(tick) - scale_.from) / (scale_.to - scale_.from);
  return static_cast<int>(std::floor(std::clamp(share, -2.0, 3.0) * count_));
}

ColumnRange ColumnPainter::covered(const SampleSource& source) const {
  if (source.empty()) return {};
  const int begin = std::clamp(column_of(source.samples.front().tick), 0, count_);
  return {begin, std::clamp(column_of(source.end) + 1, begin, count_)};
}

void ColumnPainter::paint(const SampleSource& source, ColumnRange part) {
  if (part.begin >= part.end) return;
  int from = count_ * -2;
  for (std::size_t i = 0; i < source.samples.size(); ++i) {
    const TimelineSample& sample = source.samples[i];
    const bool last = i + 1 == source.samples.size();
    const int at = column_of(sample.tick);
    const int next = last ? column_of(source.end) + 1 : column_of(source.samples[i + 1].tick);
    paint_flows(i == 0 ? nullptr : &source.samples[i - 1], sample, i == 0 ? at : from, at, part);
    paint_values(source, i, at, std::max(next, at + 1), part);
    from = at;
  }
}

void ColumnPainter::paint_values(const SampleSource& source, std::size_t index, int from, int to,
                                 ColumnRange part) {
  const TimelineSample& sample = source.samples[index];
  for (std::size_t i = 0; i < columns_.curves.size() && i < source.curves.size(); ++i) {
    const auto& place = source.curves[i];
    if (!place || *place >= sample.values.size()) continue;
    CurveColumns& curve = columns_.curves[i];
    if (sample.tick >= curve.set_from) paint_curve(curve, sample.values[*place], from, to, part);
  }
}

void ColumnPainter::paint_curve(CurveColumns& curve, std::int64_t value, int from, int to,
                                ColumnRange part) const {
  for (int i = std::max(from, part.begin); i < std::min(to, part.end); ++i) {
    const auto at = static_cast<std::size_t>(i);
    curve.low[at] = curve.known[at] != 0 ? std::min(curve.low[at], value) : value;
    curve.high[at] = curve.known[at] != 0 ? std::max(curve.high[at], value) : value;
    curve.last[at] = value;
    curve.known[at] = 1;
  }
}

void ColumnPainter::paint_flows(const TimelineSample* before, const TimelineSample& sample,
                                int from, int to, ColumnRange part) {
  const auto risen = [](std::uint64_t a, std::uint64_t b) {
    return b > a ? static_cast<float>(b - a) : 0.0F;
  };
  if (before != nullptr) {
    paint_flow(columns_.output, risen(before->output_size, sample.output_size), from, to, part);
    paint_flow(columns_.input, risen(before->input_position, sample.input_position), from, to,
               part);
  }
  paint_flow(columns_.hits, static_cast<float>(sample.hits), from, to, part);
  for (std::size_t i = 0; i < columns_.regions.size() && i < sample.changed.size(); ++i) {
    paint_flow(columns_.regions[i], static_cast<float>(sample.changed[i]), from, to, part);
  }
  if (columns_.phases.size() < sample.phase_ticks.size()) {
    columns_.phases.resize(sample.phase_ticks.size());
    for (FlowColumns& phase : columns_.phases) {
      phase.amount.resize(static_cast<std::size_t>(count_), -1.0F);
    }
  }
  for (std::size_t i = 0; i < sample.phase_ticks.size(); ++i) {
    if (sample.phase_ticks[i] == 0) continue;
    paint_flow(columns_.phases[i], static_cast<float>(sample.phase_ticks[i]), from, to, part);
  }
}

// Spreads the amount over the columns after `from`, up to `to`.
void ColumnPainter::paint_flow(FlowColumns& flow, float amount, int from, int to,
                               ColumnRange part) {
  const int begin = from == to ? to : from + 1;
  const float share = amount / static_cast<float>(to - begin + 1);
  for (int i = std::max(begin, part.begin); i < std::min(to + 1, part.end); ++i) {
    float& at = flow.amount[static_cast<std::size_t>(i)];
    at = std::max(at, 0.0F) + share;
    flow.max_amount = std::max(flow.max_amount, at);
  }
}

// Calls `found(curve, value, sample)` for each sample of each curve.
template <class Found>
void for_each_value(const SampleSource& source, std::size_t curves, const Found& found) {
  for (std::size_t i = 0; i < curves && i < source.curves.size(); ++i) {
    if (!source.curves[i]) continue;
    const std::size_t place = *source.curves[i];
    for (const TimelineSample& sample : source.samples) {
      if (place < sample.values.size()) found(i, sample.values[place], sample);
    }
  }
}

void find_first_writes(const SampleSource& best, const SampleSource& rest,
                       std::vector<CurveColumns>& curves) {
  for (const SampleSource* const source : {&best, &rest}) {
    for_each_value(*source, curves.size(), [&](std::size_t i, std::int64_t value, const auto& at) {
      if (i < source->unset.size() && source->unset[i] && value == *source->unset[i]) return;
      curves[i].set_from = std::min(curves[i].set_from, at.tick);
    });
  }
  // Of an unknown source, each value counts as set.
  for (std::size_t i = best.unset.size(); i < curves.size(); ++i) {
    if (i >= rest.unset.size()) curves[i].set_from = 0;
  }
}

void find_range(CurveColumns& curve) {
  bool any = false;
  for (std::size_t i = 0; i < curve.known.size(); ++i) {
    if (curve.known[i] == 0) continue;
    curve.lowest = any ? std::min(curve.lowest, curve.low[i]) : curve.low[i];
    curve.highest = any ? std::max(curve.highest, curve.high[i]) : curve.high[i];
    any = true;
  }
}

void reset(FlowColumns& flow, std::size_t count) {
  flow.amount.assign(count, -1.0F);
  flow.max_amount = 0;
}

void reset(TimelineColumns& columns, std::size_t count, std::size_t curves, std::size_t regions) {
  columns.curves.resize(curves);
  for (CurveColumns& curve : columns.curves) {
    curve.low.assign(count, 0);
    curve.high.assign(count, 0);
    curve.last.assign(count, 0);
    curve.known.assign(count, 0);
    curve.lowest = 0;
    curve.highest = 0;
    curve.set_from = no_limit;
  }
  reset(columns.output, count);
  reset(columns.input, count);
  reset(columns.hits, count);
  columns.phases.clear();
  columns.regions.resize(regions);
  for (FlowColumns& flow : columns.regions) reset(flow, count);
}

}  // namespace

void build_columns(const SampleSource& best, const SampleSource& rest, const TimeScale& scale,
                   std::size_t curves, std::size_t regions, TimelineColumns& columns) {
  ColumnPainter painter(scale, columns);
  reset(columns, static_cast<std::size_t>(std::max(painter.count(), 0)), curves, regions);
  find_first_writes(best, rest, columns.curves);
  const ColumnRange known = painter.covered(best);
  painter.paint(rest, {0, known.begin});
  painter.paint(rest, {known.end, painter.count()});
  painter.paint(best, known);
  for (CurveColumns& curve : columns.curves) find_range(curve);
}

}  // namespace fungescope::ui
