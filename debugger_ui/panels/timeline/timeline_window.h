// The interval of ticks that a timeline shows, the mapping from ticks to pixels, and the run as
// columns of pixels, from which the lanes are drawn.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/queries/timeline_sampler.h"
#include "vm/machine.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fungescope::ui {

// All of a run or a part of it. Showing all, it follows the end of a growing run. Ticks are doubles
// here, exact up to 2^53, which no run reaches.
class TimeWindow {
 public:
  // The minimum number of ticks shown.
  static constexpr double min_span = 12;

  // Called first in each frame. `end` >= `begin`.
  void set_run(Tick begin, Tick end);

  [[nodiscard]] double from() const { return from_; }
  [[nodiscard]] double to() const { return to_; }  // > `from`
  [[nodiscard]] double span() const { return to_ - from_; }
  [[nodiscard]] bool shows_all() const { return all_; }
  [[nodiscard]] bool shows(Tick tick) const;

  void fit() { all_ = true; }
  // Zooms around the tick `at`; a `factor` < 1 shows less.
  void zoom(double factor, double at);
  void pan(double ticks);
  // Scrolls until the tick is visible with some margin, if it is not visible.
  void show(Tick tick);

 private:
  void clamp();

  double begin_ = 0;
  double end_ = 0;
  double from_ = 0;
  double to_ = 1;
  bool all_ = true;
};

// Maps ticks to pixels: `from` is at x = `left`, `to` at `left + width`.
struct TimeScale {
  double from = 0;
  double to = 1;
  float left = 0;
  float width = 1;

  [[nodiscard]] float x_of(Tick tick) const;
  [[nodiscard]] double at(float x) const;
  // Returns the nearest tick within begin .. end.
  [[nodiscard]] Tick tick_at(float x, Tick begin, Tick end) const;
};

struct RulerMark {
  Tick tick = 0;
  bool labelled = false;
};
// Returns the marks from .. to. Labels are at multiples of 1, 2 or 5 times a power of ten that are
// at least `label_gap` pixels apart; between them are marks at least 4 pixels apart.
[[nodiscard]] std::vector<RulerMark> ruler_marks(const TimeScale& scale, double label_gap);

// Returns the samples to request, without cells: about one column per two pixels. They cover more
// than the window and stay the same while it moves or grows a little, so that sampling need not
// restart.
[[nodiscard]] TimelineViewRequest samples_request(const TimeWindow& window, float pixels);

// ---- Columns

// Samples, and which of their values belong to the curves.
struct SampleSource {
  std::span<const TimelineSample> samples;
  std::vector<std::optional<std::size_t>> curves;  // by curve: index into the samples' values
  Tick end = 0;                                    // the last sample holds until then
  // By curve: of a variable, its cell's value in the source. Until another one is written, the
  // variable has no value.
  std::vector<std::optional<std::int64_t>> unset;
};

// The values of a curve in a column: a band if there are several.
struct CurveColumn {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t last = 0;
};
struct CurveColumns {
  std::vector<std::optional<CurveColumn>> columns;  // nothing: not known
  // The range of the known columns.
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  Tick set_from = no_limit;  // the first sample that differs from the source
};

// An amount per column; negative: not known.
struct FlowColumns {
  std::vector<float> amount;
  float max_amount = 0;
};

struct TimelineColumns {
  std::vector<CurveColumns> curves;
  FlowColumns output;  // bytes
  FlowColumns input;
  FlowColumns hits;
  std::vector<FlowColumns> regions;  // changed cells
  std::vector<FlowColumns> phases;   // observed ticks in each, and last in none
};

// Uses `best` where it has samples, `rest` elsewhere. The amount between two samples that are
// several columns apart is spread over these.
void build_columns(const SampleSource& best, const SampleSource& rest, const TimeScale& scale,
                   std::size_t curves, std::size_t regions, TimelineColumns& columns);

}  // namespace fungescope::ui
