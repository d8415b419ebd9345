// Resamples a run into columns of pixels, from which the lanes of the timeline are drawn.
#pragma once

#include "debugger_ui/panels/timeline/timeline_window.h"
#include "session/queries/timeline_sampler.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fungescope::ui {

// Samples, and which of their values belong to the curves.
struct SampleSource {
  std::span<const TimelineSample> samples;
  std::vector<std::optional<std::size_t>> curves;  // by curve: index into the samples' values
  Tick end = 0;                                    // the last sample holds until then
  // By curve: of a variable, its cell's value in the source. Until another one is written, the
  // variable has no value.
  std::vector<std::optional<std::int64_t>> unset;

  [[nodiscard]] bool empty() const { return samples.empty(); }
};

// A curve in columns. A column with several samples has a band.
struct CurveColumns {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;
  std::vector<std::int64_t> last;
  std::vector<std::uint8_t> known;
  // The range of the known columns.
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  Tick set_from = 0;  // the first sample that differs from the source; no_limit: none does
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
// several columns apart is spread over these. Reuses the memory of `columns`.
void build_columns(const SampleSource& best, const SampleSource& rest, const TimeScale& scale,
                   std::size_t curves, std::size_t regions, TimelineColumns& columns);

}  // namespace fungescope::ui
