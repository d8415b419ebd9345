// The last store to each of many cells, in one search backwards.
#pragma once

#include "session/queries/history_queries.h"

#include <optional>
#include <span>
#include <vector>

namespace fungescope {

struct SoughtStore {
  Point at;
  bool changes = false;  // a store of the value that the cell has does not count
};

// Returns for each cell the last store at or before the present, as `last_write` does: nothing if
// there is none. An edit that set the cell, or loaded it from another source, counts as a store.
// The cells lie inside the field. Leaves the present instant unchanged. Fails when interrupted.
// Cost: the replay of each segment that holds the last store to one of the cells.
[[nodiscard]] Result<std::vector<std::optional<Write>>> last_writes(
    Session& session, std::span<const SoughtStore> cells, Monitor* monitor);

// Returns the last store to a cell at or before an instant up to the present. Moves the history:
// the caller keeps the present (ScopedSeek).
[[nodiscard]] Result<std::optional<Write>> last_write_before(Session& session, SoughtStore sought,
                                                             Tick instant, Monitor* monitor);

}  // namespace fungescope
