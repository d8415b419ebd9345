// Regions and machine code as text, for `inspect --jit`.
#pragma once

#include "jit/tier/machine_code.h"
#include "jit/tier/region.h"
#include "lang/playfield.h"

#include <string>

namespace fungescope::jit {

// A node a paragraph: where it is, where it leads, its block's micro-operations.
[[nodiscard]] std::string to_text(const JitRegion& region, Size field);

// Three columns: the cell, the operation that came from it, its instructions.
[[nodiscard]] std::string to_text(const Listing& listing, const Graph& graph,
                                  const Playfield& field);

}  // namespace fungescope::jit
