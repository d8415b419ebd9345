// Questions about the past and the future. The present instant stays what it is,
// also when a question is interrupted, which is its error then.
#pragma once

#include "session/expressions/expression.h"
#include "session/run_control/run_controller.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

// A store: the instant just after it, the `p`, the cell and its values.
struct Write {
  Tick tick = 0;
  Point by;
  Point at;
  std::int64_t before = 0;
  std::int64_t now = 0;
  bool edit = false;  // made by a person: there is no `by`, and `before` is not known
};

// The last store to a cell of `area` at or before the present; nothing if there is none. What
// lies before a reload that changed the size of the field is not looked at.
// Cost: the replay of the interval that holds it; those without one are passed over.
Result<std::optional<Write>> last_write(Session& session, const Rectangle& area, Monitor* monitor);
// The last `limit` of them, newest first, of those for which `condition` (with `old` and
// `new`) holds, if there is one.
Result<std::vector<Write>> writes(Session& session, const Rectangle& area, std::size_t limit,
                                  Monitor* monitor, const Expression* condition = nullptr);

// The instruction that put a value where it is on the stack. A `\` moves values, and
// is followed to where its value came from: `moved` counts how often.
struct Push {
  Tick tick = 0;
  Point by;
  std::int64_t value = 0;
  std::uint64_t moved = 0;
};
// `from_top`: 0 for the top. Nothing if the value was there at the beginning, or an edit put it
// there; fails where the stack is not that deep.
Result<std::optional<Push>> who_pushed(Session& session, std::size_t from_top, Monitor* monitor);

// The first instant after the present at which the expression becomes true, or the
// last one before at which it did. Looking forward records what it runs.
Result<std::optional<Tick>> when_next(Session& session, const Expression& expression,
                                      Monitor* monitor);
Result<std::optional<Tick>> when_last(Session& session, const Expression& expression,
                                      Monitor* monitor);

struct CellDifference {
  Point at;
  std::int64_t before = 0;
  std::int64_t now = 0;
};

struct InstantDiff {
  Snapshot before;
  Snapshot now;
  std::uint64_t cells = 0;             // how many differ
  std::vector<CellDifference> listed;  // the first of them, row by row
  std::size_t common_stack = 0;        // so many of the lowest stack values are equal
};

// Compares the instants `before` and `now`, of the current branch, in this order; at most
// `max_listed` cells are listed. The present instant stays what it is. Fails
// when interrupted, where the run does not come to an instant, and where the field has
// another size. Cost: two seeks, and the cells that are not shared.
[[nodiscard]] Result<InstantDiff> diff_instants(Session& session, Tick before, Tick now,
                                                std::size_t max_listed, Monitor* monitor);

}  // namespace fungescope
