// What the window looks at: what the next pictures have to hold. The window says it anew each
// frame; it costs the virtual machine only what is in it.
#pragma once

#include "lang/geometry.h"
#include "session/queries/timeline_sampler.h"
#include "vm/machine.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

// A row of samples of the run: see session/queries/timeline_sampler.h.
struct TimelineViewRequest {
  Tick from = 0;
  Tick to = 0;
  std::uint32_t columns = 0;  // 0: nobody looks
  std::vector<Point> cells;   // the curves
  bool hits = true;           // count breakpoint hits
  friend bool operator==(const TimelineViewRequest&, const TimelineViewRequest&) = default;
};

struct TimelineSamples {
  TimelineViewRequest request;  // what was asked
  std::vector<TimelineSample> samples;
  bool done = false;
};

struct HeatRequest {
  bool wanted = false;
  bool whole_run = false;  // else the last `ticks`
  Tick ticks = 1'000'000;
  friend bool operator==(const HeatRequest&, const HeatRequest&) = default;
};

struct ViewRequest {
  Rectangle cells;                // of the playfield; clipped to it, and to `max_cells`
  std::uint64_t stack_first = 0;  // from the top
  std::uint64_t stack_count = 64;
  std::optional<std::uint64_t> output_from;  // nothing: the end of the output
  bool board_ticks = false;  // BoardCell::set_at, which costs some milliseconds a stop
  HeatRequest heat;
  TimelineViewRequest timeline;

  static constexpr std::int64_t max_cells = 1 << 18;
  friend bool operator==(const ViewRequest&, const ViewRequest&) = default;
};

}  // namespace fungescope::ui
