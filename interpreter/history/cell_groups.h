// Sets of cells as bit masks of groups of 64: the cells stored to in an interval, and
// the cells a search is for. A set is a vector sorted by group number.
#pragma once

#include "lang/geometry.h"
#include "vm/write_map.h"

#include <span>
#include <vector>

namespace fungescope {

// Returns the cells of a rectangle inside the field.
[[nodiscard]] std::vector<CellGroup> cells_in(const Rectangle& area, Size field);

[[nodiscard]] bool intersect(std::span<const CellGroup> a, std::span<const CellGroup> b);
[[nodiscard]] std::vector<CellGroup> merged(std::span<const CellGroup> a,
                                            std::span<const CellGroup> b);

}  // namespace fungescope
