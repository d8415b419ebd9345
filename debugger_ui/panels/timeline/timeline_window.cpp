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

}  // namespace fungescope::ui
