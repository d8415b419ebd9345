// Operates on sets of cells: those stored to in an interval, and those of a search. A set is a list
// of CellGroups, sorted by number.
#pragma once

#include "lang/geometry.h"
#include "vm/write_map.h"

#include <span>
#include <vector>

namespace fungescope {

// Returns the cells of a rectangle that lies inside the field.
[[nodiscard]] std::vector<CellGroup> cells_in(const Rectangle& area, Size field);

[[nodiscard]] bool intersect(std::span<const CellGroup> a, std::span<const CellGroup> b);
[[nodiscard]] std::vector<CellGroup> merged(std::span<const CellGroup> a,
                                            std::span<const CellGroup> b);

}  // namespace fungescope
