// Lifts the micro-operations of superblocks to values, in static single assignment form. The stack
// is gone afterwards.
//
// In a node of a region every stack slot has a name, so stack operations are executed at compile
// time: a push gives a slot a value, a pop takes it, and `:` and `\` cost nothing. Cells at
// constant coordinates are treated alike: after a read or a store the value of the cell is known,
// and reading it again costs nothing (store-to-load forwarding). Constants are folded on the way,
// and a branch on a constant has one successor.
//
// Example: `09g:1-09p:!#v_$` with the counter in cell (0, 9):
//
//     v1 = load_cell [0,9]; v2 = add v1, -1; store_cell [0,9] v2; if v1 != 0 …
//
// Values that differ where paths join become a phi (SSA construction by abstract interpretation, as
// in M. Braun et al., 2013; superfluous phis are removed in passes/trivial_phis.cpp). At a loop
// header, the slots that the loop may change and the cells that it uses most get a phi, so counters
// stay in registers across the back edge (register promotion). Cells are stored to memory at once
// all the same: only the stack has to be written when a region is left.
//
// The known value of a cell depends on two conditions. Computed stores must not hit it: they check
// the cell's mark anyway, and cells with a dependency have one. And it must not become code, which
// the tier is notified of. `Lifted::dependencies` lists these cells.
//
// Cost: linear in the micro-operations, once for each new fact that lifting finds (see
// LiftFindings). Test: tests/jit/lift_test.cpp, and all differential tests of the JIT.
#pragma once

#include "jit/ir/ir.h"
#include "jit/lift/region.h"
#include "vm/blocks/block_cache.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fungescope::jit {

// The speculated range of the dividends of a division by a constant. The smaller it is, the shorter
// the division, and the narrower the range of its result.
enum class DividendRange : std::uint8_t {
  small,        // at least 0, below 2^30
  nonnegative,  // at least 0
  any,
};
inline constexpr std::int64_t small_dividend_limit = std::int64_t{1} << 30U;
[[nodiscard]] inline DividendRange dividend_range_of(std::int64_t value) {
  if (value < 0) return DividendRange::any;
  return value < small_dividend_limit ? DividendRange::small : DividendRange::nonnegative;
}

// Speculations that failed before.
struct ProfileFeedback {
  // Cells that computed stores hit: their values are never known.
  std::unordered_set<CellIndex> aliased;
  // Cells whose `g` or `p` accesses coordinates outside the field.
  std::unordered_set<CellIndex> out_of_bounds;
  // The ranges of the dividends of the `/` and `%` in these cells, and in all others.
  std::unordered_map<CellIndex, DividendRange> dividends;
  DividendRange other_dividends = DividendRange::small;

  [[nodiscard]] DividendRange dividend(CellIndex cell) const {
    const auto found = dividends.find(cell);
    return found == dividends.end() ? other_dividends : found->second;
  }
  // Returns whether the range changes.
  bool widen_dividend(CellIndex cell, DividendRange range) {
    if (range <= dividend(cell)) return false;
    dividends[cell] = range;
    return true;
  }
};

struct Lifted {
  Graph graph;
  std::vector<CellIndex> dependencies;  // in ascending order
};

// `marks_writes`: stores are recorded in the write map.
[[nodiscard]] Lifted lift(const JitRegion& region, const BlockCache& cache,
                          const ProfileFeedback& feedback, bool marks_writes);

}  // namespace fungescope::jit
