// Formats regions and machine code for `inspect --jit`.
#pragma once

#include "jit/lift/region.h"
#include "jit/tier/machine_code.h"
#include "lang/playfield.h"

#include <string>

namespace fungescope::jit {

// One paragraph for each node: its position, its edges, its superblock's micro-operations.
[[nodiscard]] std::string to_text(const JitRegion& region, Size field);

// Three columns: the cell, the operation made from it, its machine instructions.
[[nodiscard]] std::string to_text(const Listing& listing, const Graph& graph,
                                  const Playfield& field);

}  // namespace fungescope::jit
