// What differs between two instants of a run.
#pragma once

#include "base/result.h"
#include "session/session.h"

#include <cstdint>
#include <vector>

namespace fungescope {

struct CellDifference {
  Point at;
  std::int64_t before = 0;
  std::int64_t now = 0;
};

struct InstantDiff {
  Snapshot before;
  Snapshot now;
  std::uint64_t cells = 0;             // how many differ
  std::vector<CellDifference> listed;  // the first of them, row by row
  std::size_t common_stack = 0;        // so many of the lowest stack values are equal
};

// Compares the instants `before` and `now`, of the current branch, in this order; at most
// `max_listed` cells are listed. The present instant stays what it is. Fails
// when interrupted, where the run does not come to an instant, and where the field has
// another size. Cost: two seeks, and the cells that are not shared.
[[nodiscard]] Result<InstantDiff> diff_instants(Session& session, Tick before, Tick now,
                                          std::size_t max_listed, Monitor* monitor);

}  // namespace fungescope
