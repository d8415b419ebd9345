// Counts of executions, reads and writes by cell over an interval, made by replay.
#pragma once

#include "base/result.h"
#include "session/queries/heat.h"
#include "session/session.h"

#include <cstdint>
#include <vector>

namespace fungescope {

// A straight run: the cells that the pointer passed from `first` to `last` without a
// turn. A run ends with the cell that turned or decided, and at the edge of the field.
struct StraightRun {
  Point first;
  Point last;
  std::uint64_t times = 0;
  std::uint64_t ticks = 0;  // in all
};

struct Profile {
  Tick from = 0;
  Tick to = 0;
  Size field;
  Heat cells;
  std::vector<StraightRun> runs;  // most ticks first

  struct Hot {
    Point at;
    CellCounts counts;
  };
  // The cells that were executed most often, at most `limit`, the hottest first.
  [[nodiscard]] std::vector<Hot> hottest_cells(std::size_t limit) const;
};

// Of the ticks from + 1 .. to of the current branch; `from` <= `to`. The present instant stays
// what it is. Fails when interrupted, where the run does not come to an instant, and where a
// reload on the way changed the size of the field.
// Cost: a seek and an observed replay, some 25 ns a tick.
[[nodiscard]] Result<Profile> profile(Session& session, Tick from, Tick to, Monitor* monitor);

}  // namespace fungescope
