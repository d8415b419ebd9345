#include "debugger_ui/panels/timeline/timeline_window.h"

#include <algorithm>
#include <cmath>
#include <optional>

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

float TimeScale::x_of(Tick tick) const {
  // Clamped, so that far positions stay drawable.
  const double share = std::clamp((static_cast<double>(tick) - from) / (to - from), -1.0, 2.0);
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
  const double part = std::max(window.span() / (window.shows_all() ? 32 : 8), 1.0);
  const double block = std::exp2(std::floor(std::log2(part)));
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

struct ColumnRange {
  int begin = 0;
  int end = 0;
};

std::optional<std::int64_t> value_of(const SampleSource& source, std::size_t curve,
                                     const TimelineSample& sample) {
  if (curve >= source.curves.size() || !source.curves[curve]) return std::nullopt;
  const std::size_t place = *source.curves[curve];
  return place < sample.values.size() ? std::optional(sample.values[place]) : std::nullopt;
}

// Spreads the amount over the columns after `from`, up to `to`.
void paint_flow(FlowColumns& flow, float amount, int from, int to, ColumnRange part) {
  const int begin = from == to ? to : from + 1;
  const float share = amount / static_cast<float>(to - begin + 1);
  for (int i = std::max(begin, part.begin); i < std::min(to + 1, part.end); ++i) {
    float& at = flow.amount[static_cast<std::size_t>(i)];
    at = std::max(at, 0.0F) + share;
    flow.max_amount = std::max(flow.max_amount, at);
  }
}

struct ColumnPainter {
  const TimeScale& scale_;
  TimelineColumns& columns_;
  int count_ = std::max(static_cast<int>(scale_.width), 0);

  void reset(std::size_t curves, std::size_t regions) {
    const auto count = static_cast<std::size_t>(count_);
    columns_.curves.assign(curves, {});
    for (CurveColumns& curve : columns_.curves) curve.columns.resize(count);
    const FlowColumns unknown{std::vector<float>(count, -1.0F)};
    columns_.output = columns_.input = columns_.hits = unknown;
    columns_.regions.assign(regions, unknown);
    columns_.phases.clear();
  }

  void paint(const SampleSource& best, const SampleSource& rest) {
    find_first_writes(best);
    find_first_writes(rest);
    ColumnRange known;
    if (!best.samples.empty()) {
      known.begin = std::clamp(column_of(best.samples.front().tick), 0, count_);
      known.end = std::clamp(column_of(best.end) + 1, known.begin, count_);
    }
    paint(rest, {0, known.begin});
    paint(rest, {known.end, count_});
    paint(best, known);
    for (CurveColumns& curve : columns_.curves) find_range(curve);
  }

  // Clamped to the range of int.
  [[nodiscard]] int column_of(Tick tick) const {
    const double share = (static_cast<double>(tick) - scale_.from) / (scale_.to - scale_.from);
    return static_cast<int>(std::floor(std::clamp(share, -2.0, 3.0) * count_));
  }

  void find_first_writes(const SampleSource& source) {
    for (std::size_t i = 0; i < columns_.curves.size(); ++i) {
      const auto unset = i < source.unset.size() ? source.unset[i] : std::nullopt;
      const auto first = std::find_if(source.samples.begin(), source.samples.end(),
                                      [&](const TimelineSample& sample) {
                                        const auto value = value_of(source, i, sample);
                                        return value && value != unset;
                                      });
      Tick& set_from = columns_.curves[i].set_from;
      if (first != source.samples.end()) set_from = std::min(set_from, first->tick);
    }
  }

  static void find_range(CurveColumns& curve) {
    bool any = false;
    for (const auto& column : curve.columns) {
      if (!column) continue;
      curve.lowest = any ? std::min(curve.lowest, column->low) : column->low;
      curve.highest = any ? std::max(curve.highest, column->high) : column->high;
      any = true;
    }
  }

  void paint(const SampleSource& source, ColumnRange part) {
    if (part.begin >= part.end) return;
    for (std::size_t i = 0; i < source.samples.size(); ++i) {
      const TimelineSample& sample = source.samples[i];
      const bool last = i + 1 == source.samples.size();
      const int at = column_of(sample.tick);
      const int next = last ? column_of(source.end) + 1 : column_of(source.samples[i + 1].tick);
      paint_flows(i == 0 ? nullptr : &source.samples[i - 1], sample, part);
      for (std::size_t j = 0; j < columns_.curves.size(); ++j) {
        const auto value = value_of(source, j, sample);
        CurveColumns& curve = columns_.curves[j];
        if (!value || sample.tick < curve.set_from) continue;
        paint_curve(curve, *value, at, std::max(next, at + 1), part);
      }
    }
  }

  static void paint_curve(CurveColumns& curve, std::int64_t value, int from, int to,
                          ColumnRange part) {
    for (int i = std::max(from, part.begin); i < std::min(to, part.end); ++i) {
      auto& column = curve.columns[static_cast<std::size_t>(i)];
      if (!column) column = {value, value, value};
      *column = {std::min(column->low, value), std::max(column->high, value), value};
    }
  }

  void paint_flows(const TimelineSample* before, const TimelineSample& sample, ColumnRange part) {
    const int to = column_of(sample.tick);
    const int from = before == nullptr ? to : column_of(before->tick);
    const auto add = [&](FlowColumns& flow, std::uint64_t amount) {
      paint_flow(flow, static_cast<float>(amount), from, to, part);
    };
    const auto risen = [](std::uint64_t a, std::uint64_t b) { return b - std::min(a, b); };
    if (before != nullptr) {
      add(columns_.output, risen(before->output_size, sample.output_size));
      add(columns_.input, risen(before->input_position, sample.input_position));
    }
    add(columns_.hits, sample.hits);
    for (std::size_t i = 0; i < columns_.regions.size() && i < sample.changed.size(); ++i) {
      add(columns_.regions[i], sample.changed[i]);
    }
    if (columns_.phases.size() < sample.phase_ticks.size()) {
      columns_.phases.resize(sample.phase_ticks.size(),
                             {std::vector<float>(static_cast<std::size_t>(count_), -1.0F)});
    }
    for (std::size_t i = 0; i < sample.phase_ticks.size(); ++i) {
      if (sample.phase_ticks[i] != 0) add(columns_.phases[i], sample.phase_ticks[i]);
    }
  }
};

}  // namespace

void build_columns(const SampleSource& best, const SampleSource& rest, const TimeScale& scale,
                   std::size_t curves, std::size_t regions, TimelineColumns& columns) {
  ColumnPainter painter{scale, columns};
  painter.reset(curves, regions);
  painter.paint(best, rest);
}

}  // namespace fungescope::ui
