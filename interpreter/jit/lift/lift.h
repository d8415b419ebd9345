// From the micro-operations of blocks to values: the pass that takes the stack away.
//
// The idea: in a node of a region every stack slot has a name, so what the code
// does to the stack can be done while compiling. A push gives a slot a value, a
// pop takes it; `:` and `\` are nothing. The same is done with cells at known places:
// once a cell was read or written its value is known, and reading it again is nothing
// ("loads forwarded from stores"). Constants meet and are folded on the way, and a
// branch on a constant has one side.
//
// Example: `09g:1-09p:!#v_$` with the counter in cell (0,9):
//
//     v1 = load_cell [0,9]; v2 = add v1, -1; store_cell [0,9] v2; if v1 != 0 …
//
// Where paths join, values that differ meet in a phi. At the header of a loop the
// slots that the loop may change and the cells that it uses most get one, so
// counters stay in registers over the way back. Cells are written to memory
// at once all the same: leaving a region has nothing to catch up on but the stack.
//
// That a cell's value is known depends on two things. Stores with computed places must not hit it:
// they look at the cell's mark anyway, and `dependency` cells have one. And the cell must not
// become code, which is the tier's to watch. `Lifted::dependency` lists these cells.
//
// Cost: linear in the micro-operations, lifted twice or more where a lesson is learned.
// Test: tests/jit/lift_test.cpp, and every differential test of the JIT.
#pragma once

#include "jit/ir/ir.h"
#include "jit/lift/region.h"
#include "vm/blocks/block_cache.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace fungescope::jit {

// What the dividends of a division by a constant are taken to be. The smaller, the shorter the
// division, and the more is known of what comes of it.
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

// What was learned from leaving regions too often.
struct ProfileFeedback {
  // Cells that computed stores hit: nothing is known of their values.
  std::function<bool(CellIndex)> is_aliased;
  // Cells whose `g` or `p` goes outside the field.
  std::function<bool(CellIndex)> goes_out_of_bounds;
  // Of the cell of a `/` or `%`.
  std::function<DividendRange(CellIndex)> dividend;
};

struct LiftOptions {
  bool marks_writes = false;
  std::size_t max_promoted_cells = 4;  // in a loop, at most
};

struct Lifted {
  Graph graph;
  std::vector<CellIndex> dependency;  // each once
};

[[nodiscard]] Lifted lift(const JitRegion& region, const BlockCache& cache,
                          const ProfileFeedback& feedback, const LiftOptions& options);

}  // namespace fungescope::jit
