// Profiles an interval by replay: executions, reads and writes by cell, and the hottest straight
// runs.
#pragma once

#include "base/result.h"
#include "session/queries/heat.h"
#include "session/session.h"

#include <cstdint>
#include <vector>

namespace fungescope {

// The cells from `first` to `last` that the pointer passes without a turn. A straight run ends with
// the cell that turns or branches, and at the edge of the field.
struct StraightRun {
  Point first;
  Point last;
  std::uint64_t times = 0;
  std::uint64_t ticks = 0;  // in total
};

struct Profile {
  Tick from = 0;
  Tick to = 0;
  Size field;
  Heat cells;
  std::vector<StraightRun> runs;  // most ticks first

  struct Cell {
    Point at;
    CellCounts counts;
  };
  // Returns the cells executed, read or written, at most `limit`, those first that have most of
  // `order`. Memory: of the result.
  [[nodiscard]] std::vector<Cell> top_cells(std::uint64_t CellCounts::*order,
                                            std::size_t limit) const;

  struct Totals {
    std::size_t cells = 0;  // executed, read or written
    CellCounts counts;      // of all of them; `last_write` is unspecified
  };
  [[nodiscard]] Totals totals() const;
};

// Profiles the ticks from + 1 .. to of the present branch, `from` <= `to`. Leaves the present
// instant unchanged. Fails when interrupted, if the run does not reach an instant, and if a reload
// in between changed the size of the field. Cost: a seek and an observed replay, some 25 ns a tick.
[[nodiscard]] Result<Profile> profile(Session& session, Tick from, Tick to, Monitor* monitor);

}  // namespace fungescope
