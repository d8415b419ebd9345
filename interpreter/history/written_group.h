// Sets of cells, by groups of 64: what was stored to in an interval, and what a
// search asks for.
#pragma once

#include "lang/geometry.h"
#include "vm/write_map.h"

#include <cstdint>
#include <vector>

namespace fungescope {

struct WrittenGroup {
  WriteMap::Group group = 0;
  std::uint64_t mask = 0;  // bit i: cell group * 64 + i
};

// The cells of a rectangle that lies inside the field, sorted by group.
[[nodiscard]] std::vector<WrittenGroup> cells_in(const Rectangle& area, Size field);

}  // namespace fungescope
