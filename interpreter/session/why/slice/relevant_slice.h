// Answers what can change a value: the input bytes and cells of the source on which it depends by
// data, addresses or control, and so that nothing else can.
//
// A dynamic slice (why/why.h) explains what made a value, but omits what did not happen: a branch
// that was not taken, a `p` that would have stored elsewhere. The relevant slice has these too: H.
// Agrawal, J. R. Horgan, E. W. Krauser, S. London, "Incremental Regression Testing" (1993), and T.
// Gyimóthy, Á. Beszédes, I. Forgács, "An Efficient Relevant Slicing Method for Debugging" (1999).
// This one errs on the safe side: of what could have happened it only leaves out what certainly
// had no effect. docs/why.md has the rules.
//
// The law that it obeys: a run with any other input bytes outside of the slice, any other cells
// outside of its cells and its path, and other digits in place of the path's that are not
// among its cells, has the same value there.
#pragma once

#include "session/session.h"
#include "session/why/provenance.h"
#include "session/why/why.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

struct RelevantSlice {
  AskedValue asked;
  std::int64_t value = 0;
  // The interval that the slice is about: from the beginning, or the last edits before, to the
  // present, or to the instruction that printed the byte.
  Tick from = 0;
  Tick to = 0;
  std::optional<Point> by;  // that instruction

  // If the interval is too long, nothing is known, and nothing is excluded.
  std::optional<CutBy> cut;

  std::vector<std::uint64_t> input_bytes;  // ascending positions
  std::uint64_t input_read = 0;            // how many bytes the run has read
  // Row by row: cells whose value matters, as it was at `from`; and the other cells that were
  // executed, or that an arm of a branch without an effect on the value has.
  std::vector<Point> cells;
  std::vector<Point> path;
  // Values that were on the stack at `from`: slots counted from the bottom.
  std::vector<std::size_t> slots;
  // Executions of `_` and `|`, and the executions whose value matters.
  std::uint64_t decisions = 0;
  std::uint64_t relevant_decisions = 0;
};

// Leaves the present instant unchanged. Fails when interrupted. Cost: the replay of the interval,
// once at full speed and once tick by tick (some 200 ns each), of at most `limits.max_ticks`.
[[nodiscard]] Result<RelevantSlice> relevant_slice(Session& session, const AskedValue& asked,
                                                   const TraceLimits& limits, Monitor* monitor);

}  // namespace fungescope
