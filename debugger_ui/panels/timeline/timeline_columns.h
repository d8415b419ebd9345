// Samples of a run as columns of pixels: what the lanes of a timeline are drawn from.
#pragma once

#include "debugger_ui/panels/timeline/timeline_window.h"
#include "session/queries/timeline_sampler.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fungescope::ui {

// A row of samples, and which of their values belong to the curves.
struct SampleSource {
  std::span<const TimelineSample> samples;
  std::vector<std::optional<std::size_t>> curves;  // by curve: the index in TimelineSample::values
  Tick end = 0;                                    // so far the last sample holds
  // By curve: what the cell holds in the source. Until it has been stored to, the variable has no
  // value.
  std::vector<std::int64_t> unset;

  [[nodiscard]] bool empty() const { return samples.empty(); }
};

// A curve in columns. Where several samples fall into one column, it has a band.
struct CurveColumns {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;
  std::vector<std::int64_t> last;
  std::vector<std::uint8_t> known;
  // Over all samples that there are, also outside the window, so that the scale stays; 0 included.
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  Tick set_from = 0;  // the first sample with another value than that of the source
};

// How much happened in each column; below 0: not known.
struct FlowColumns {
  std::vector<float> amount;
  float most = 0;
};

struct TimelineColumns {
  std::vector<CurveColumns> curves;
  FlowColumns output;  // bytes
  FlowColumns input;
  FlowColumns hits;
  std::vector<FlowColumns> regions;  // cells that changed
};

// `best` where it has samples, `rest` elsewhere. What happened between two samples that are several
// columns apart is spread over these. Memory of `columns` is used again.
void build_columns(const SampleSource& best, const SampleSource& rest, const TimeScale& scale,
                   std::size_t curves, std::size_t regions, TimelineColumns& columns);

}  // namespace fungescope::ui
