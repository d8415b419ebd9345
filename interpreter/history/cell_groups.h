// Sets of cells, by groups of 64: what was stored to in an interval, and what a
// search asks for. A set is a list sorted by the groups' numbers.
#pragma once

#include "lang/geometry.h"
#include "vm/write_map.h"

#include <span>
#include <vector>

namespace fungescope {

// The cells of a rectangle that lies inside the field.
[[nodiscard]] std::vector<CellGroup> cells_in(const Rectangle& area, Size field);

[[nodiscard]] bool intersect(std::span<const CellGroup> a, std::span<const CellGroup> b);
[[nodiscard]] std::vector<CellGroup> merged(std::span<const CellGroup> a,
                                            std::span<const CellGroup> b);

}  // namespace fungescope
