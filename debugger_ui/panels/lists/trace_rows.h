// The rows of the trace, replayed.
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "lang/geometry.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fungescope {
class Session;
}

namespace fungescope::ui {

// The instruction executed at an instant, and its effect.
struct TraceRow {
  Tick instant = 0;  // before the instruction
  Point at;
  Direction direction = Direction::east;
  bool string_mode = false;
  std::int64_t cell = 0;
  bool executed = false;  // else not recorded yet: the rest is the state before it
  std::int64_t top = 0;   // of the stack afterwards
  std::size_t depth = 0;
  // The store or output: "grid(2,5) 0 -> 7", "prints 'x'"; "next" or "ended" if not executed.
  std::string effect;
};

// Replays the instants from .. to of the present branch, as far as they are recorded; the present
// is unchanged. Fails if interrupted. Cost: a seek, and a microsecond per row.
[[nodiscard]] Result<std::vector<TraceRow>> trace_rows(Session& session, Tick from, Tick to,
                                                       Monitor* monitor);

}  // namespace fungescope::ui
