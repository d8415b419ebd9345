// Finds the instructions whose cell is known without running the program.
#pragma once

#include "lang/dialect.h"
#include "lang/playfield.h"

#include <cstdint>
#include <vector>

namespace fungescope {

struct CellAccess {
  Point by;  // the `g` or `p`
  Point at;  // the cell that it reads or writes; inside the field
  bool write = false;
  friend bool operator==(const CellAccess&, const CellAccess&) = default;
};

// Returns the cells of each `g` and `p` whose coordinates are computed from constants after the
// last branch before it: by digits, strings, arithmetic, `:` and `\`. Row by row, without
// duplicates. Cells that the program writes count as they are in `field`. Cost: the paths between
// branches, which may share cells; it gives up after 50 million.
[[nodiscard]] std::vector<CellAccess> constant_accesses(const Playfield& field,
                                                        const Dialect& dialect);

}  // namespace fungescope
