// Finds the instructions that read or write a place.
#pragma once

#include "base/result.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope {

struct Reference {
  Point by;  // the `g` or `p`
  bool write = false;
  bool constant = false;    // its cell is computed from constants: known without running it
  std::uint64_t count = 0;  // how often it accessed the place in the ticks that were replayed
  Tick last = 0;            // the instant after the last of these; 0: none
};

struct References {
  std::vector<Reference> found;  // writes first, then row by row
  Tick from = 0;                 // the first instant of the replay
  bool more = false;             // than the limit
};

inline constexpr std::size_t max_references = 1000;

// Finds references in the code at the present instant (lang/analysis/static_analysis.h), and in
// the run up to it: of a long one in its last 100 million ticks. Leaves the present instant
// unchanged. Fails when interrupted. Cost: some 25 ns a tick, and a pass over the code.
[[nodiscard]] Result<References> find_references(Session& session, const Rectangle& area,
                                                 Monitor* monitor);

}  // namespace fungescope
