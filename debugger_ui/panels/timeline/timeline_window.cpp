#include "debugger_ui/panels/timeline/timeline_window.h"

#include <algorithm>
#include <cmath>

namespace fungescope::ui {
namespace {

Tick to_tick(double tick) {
  return tick <= 0 ? 0 : static_cast<Tick>(tick);
}

// Returns the smallest 1, 2 or 5 times a power of ten that is at least `min_step` and at least 1.
// `parts`: the number of round intervals into which it can be divided.
double round_step(double min_step, int& parts) {
  double power = 1;
  while (power * 10 <= min_step) power *= 10;
  parts = 5;
  if (power >= min_step) return power;
  if (power * 2 >= min_step) {
    parts = 4;
    return power * 2;
  }
  return power * 5 >= min_step ? power * 5 : power * 10;
}

double power_of_two_below(double number) {
  return number < 2 ? 1 : std::exp2(std::floor(std::log2(number)));
}

}  // namespace

void TimeWindow::set_run(Tick begin, Tick end) {
  begin_ = static_cast<double>(begin);
  end_ = std::max(static_cast<double>(end), begin_ + 1);
  clamp();
}

bool TimeWindow::shows(Tick tick) const {
  const auto place = static_cast<double>(tick);
  return from_ <= place && place <= to_;
}

void TimeWindow::zoom(double factor, double at) {
  const double run = end_ - begin_;
  const double wanted = std::clamp(span() * factor, std::min(min_span, run), run);
  const double share = (at - from_) / span();
  all_ = wanted >= run;
  from_ = at - share * wanted;
  to_ = from_ + wanted;
  clamp();
}

void TimeWindow::pan(double ticks) {
  if (all_) return;
  from_ += ticks;
  to_ += ticks;
  clamp();
}

void TimeWindow::show(Tick tick) {
  if (all_ || shows(tick)) return;
  const auto place = static_cast<double>(tick);
  // After moving forward, there is more room on the right; after moving back, on the left.
  pan(place > to_ ? place - (from_ + 0.15 * span()) : place - (from_ + 0.85 * span()));
}

void TimeWindow::clamp() {
  if (all_ || span() >= end_ - begin_) {
    from_ = begin_;
    to_ = end_;
    return;
  }
  const double size = span();
  from_ = std::clamp(from_, begin_, end_ - size);
  to_ = from_ + size;
}

float TimeScale::x_of(double tick) const {
  // Clamped, so that far positions stay drawable.
  const double share = std::clamp((tick - from) / (to - from), -1.0, 2.0);
  return left + static_cast<float>(share * width);
}

double TimeScale::at(float x) const {
  return from + (to - from) * static_cast<double>(x - left) / static_cast<double>(width);
}

Tick TimeScale::tick_at(float x, Tick begin, Tick end) const {
  return std::clamp(to_tick(std::round(at(x))), begin, end);
}

std::vector<RulerMark> ruler_marks(const TimeScale& scale, double label_gap) {
  const double ticks_per_pixel = (scale.to - scale.from) / static_cast<double>(scale.width);
  int parts = 1;
  const double labelled = round_step(label_gap * ticks_per_pixel, parts);
  double step = labelled / parts;
  if (step < 1 || step / ticks_per_pixel < 4) step = labelled;
  const auto every = static_cast<Tick>(std::round(labelled));
  std::vector<RulerMark> marks;
  double steps = std::ceil(scale.from / step);
  while (steps * step <= scale.to) {
    const Tick tick = to_tick(std::round(steps * step));
    marks.push_back({tick, tick % every == 0});
    ++steps;
  }
  return marks;
}

TimelineViewRequest samples_request(const TimeWindow& window, float pixels) {
  constexpr double columns_at_a_time = 64;
  const double columns =
      std::max(std::floor(static_cast<double>(pixels) / 2 / columns_at_a_time), 1.0) *
      columns_at_a_time;
  // The start of the run is fixed; its end grows.
  const double block = power_of_two_below(window.span() / (window.shows_all() ? 32 : 8));
  const double from =
      window.shows_all() ? window.from() : std::floor(window.from() / block) * block;
  const double to = std::ceil(window.to() / block) * block;
  TimelineViewRequest request;
  request.from = to_tick(from);
  request.to = to_tick(to);
  // As dense outside the window as inside, and the same for all windows of a size.
  const double more = window.shows_all() ? 1 : 1.5;
  request.columns = static_cast<std::uint32_t>(columns * more);
  return request;
}

// ---- Columns

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
