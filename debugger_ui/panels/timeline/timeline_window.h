// The ticks that a timeline shows, and where they are on the screen: arithmetic alone.
#pragma once

#include "debugger_ui/session_thread/view_request.h"
#include "vm/machine.h"

#include <vector>

namespace fungescope::ui {

// A part of a run, or all of it. Not zoomed, it follows the end of a run that grows.
// Ticks are doubles here: exact up to 2^53, which no run comes to.
class TimeWindow {
 public:
  // Fewer ticks than these are not shown.
  static constexpr double min_span = 12;

  // Of each frame, before anything else. `end` >= `begin`.
  void set_run(Tick begin, Tick end);

  [[nodiscard]] double from() const { return from_; }
  [[nodiscard]] double to() const { return to_; }  // more than `from`
  [[nodiscard]] double span() const { return to_ - from_; }
  [[nodiscard]] bool shows_all() const { return all_; }
  [[nodiscard]] bool shows(Tick tick) const;

  void fit() { all_ = true; }
  // The tick `at` stays where it is; `factor` < 1 shows less.
  void zoom(double factor, double at);
  void pan(double ticks);
  // Scrolls so that the tick is seen, with some room around it; not if it is seen.
  void show(Tick tick);

 private:
  void clamp();

  double begin_ = 0;
  double end_ = 0;
  double from_ = 0;
  double to_ = 1;
  bool all_ = true;
};

// Where ticks are: `from` at the x `left`, `to` at `left + width`.
struct TimeScale {
  double from = 0;
  double to = 1;
  float left = 0;
  float width = 1;

  [[nodiscard]] float x_of(double tick) const;
  [[nodiscard]] double at(float x) const;
  // The nearest tick, within begin .. end.
  [[nodiscard]] Tick tick_at(float x, Tick begin, Tick end) const;
};

// A stroke of the ruler.
struct RulerMark {
  Tick tick = 0;
  bool labelled = false;
};
// Round numbers from .. to. Labels stand on multiples of 1, 2 or 5 times a power of ten that are at
// least `label_gap` pixels apart; between them strokes that are at least 4 pixels apart.
[[nodiscard]] std::vector<RulerMark> ruler_marks(const TimeScale& scale, double label_gap);

// The row of samples to ask for. It covers more than the window, and stays the same
// while the window moves or grows a little, so that sampling need not begin anew; about a column
// for two pixels. Curves are not set.
[[nodiscard]] TimelineViewRequest samples_request(const TimeWindow& window, float pixels);

}  // namespace fungescope::ui
