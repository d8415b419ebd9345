// The run tick by tick, as rows to draw.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "session/session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::ui {

// What is executed at an instant, and what that does.
struct TraceRow {
  Tick instant = 0;  // before it; its tick is the next one
  Point at;
  Direction direction = Direction::east;
  bool string_mode = false;
  std::int64_t cell = 0;
  bool executed = false;  // else it is not recorded yet: the rest is as before it
  std::int64_t top = 0;   // of the stack afterwards
  std::size_t depth = 0;
  std::string effect;  // what it stored or printed: "grid(2,5) 0 -> 7", "prints 'x'"; of what is
                       // not executed: "next", "ended"
};

// The instants from .. to of the present branch, as far as they are recorded; the present instant
// stays what it is. Fails when interrupted. Cost: a seek, and a microsecond a row.
[[nodiscard]] Result<std::vector<TraceRow>> trace_rows(Session& session, Tick from, Tick to,
                                                       Monitor* monitor);

}  // namespace fungescope::ui
