// The parts of the session that the window displays, and that the next snapshots have to contain.
// The window sends a request each frame; snapshots cost only the parts that are requested.
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

// Samples of the ticks `from` to `to`: see session/queries/timeline_sampler.h.
struct TimelineViewRequest {
  Tick from = 0;
  Tick to = 0;
  std::uint32_t columns = 0;             // 0: no timeline is visible
  std::vector<std::string> expressions;  // sampled as curves
  bool hits = true;                      // count breakpoint hits
  friend bool operator==(const TimelineViewRequest&, const TimelineViewRequest&) = default;
};

struct TimelineSamples {
  TimelineViewRequest request;
  std::vector<TimelineSample> samples;
  bool done = false;
};

struct HeatRequest {
  bool wanted = false;
  bool whole_run = false;  // otherwise the last `ticks`
  Tick ticks = 1'000'000;
  bool overview = false;  // of the whole field by blocks, instead of ViewRequest::cells
  friend bool operator==(const HeatRequest&, const HeatRequest&) = default;
};

struct ViewRequest {
  Rectangle cells;                // of the playfield; clipped to it, and to `max_cells`
  std::uint64_t stack_first = 0;  // from the top
  std::uint64_t stack_count = 64;
  std::optional<std::uint64_t> output_from;  // a byte offset; unset: the end of the output
  bool board_ticks = false;  // when cells of boards were set: some milliseconds per stop
  bool region_boards = false;
  bool notebook = false;
  bool changes = true;  // since the previous stop
  HeatRequest heat;
  TimelineViewRequest timeline;

  static constexpr std::int64_t max_cells = 1 << 18;
  friend bool operator==(const ViewRequest&, const ViewRequest&) = default;
};

}  // namespace fungescope::ui
