// Answers why the present cell is executed: the last decisions (`_`, `|`, `?`, and turns that the
// run itself has written) without which the pointer would not have come here.
//
// A cell depends on a decision from which the pointer can also go on, or end, without ever coming
// to the cell, in the direction in which it is entered now: weak control dependence
// (why/control_dependence.h). So leaving a loop is a decision. Each decision is judged by the paths
// of the field as it was when it was made.
#pragma once

#include "session/session.h"
#include "session/why/why.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

struct Decision {
  Tick tick = 0;  // the instant after it
  Point by;
  Op op = Op::blank;
  Direction taken = Direction::east;
  bool written = false;            // the run has changed this cell
  std::optional<WhyAnswer> value;  // that decided; none for `?`
};

struct WhyHere {
  Tick tick = 0;
  Point at;
  std::vector<Decision> decisions;  // the last first; each is one that the one before depends on
  bool complete = false;            // there are no further ones
};

// Describes the decision of the instruction after an instant, with the causes of its value. Moves
// the history. Fails when interrupted.
[[nodiscard]] Result<Decision> decision_at(Session& session, Tick instant,
                                           const WhyOptions& options, Monitor* monitor);

// Returns the last `count` decisions, each at another cell than the one before, with the causes of
// their values. Leaves the present instant unchanged. Fails when interrupted, and if the program
// has too many states. Cost: the flow graph, and a search backwards for each decision
// and each change of the code's paths on the way; from the 32nd on, changes are ignored.
[[nodiscard]] Result<WhyHere> why_here(Session& session, std::size_t count,
                                       const WhyOptions& options, Monitor* monitor);

}  // namespace fungescope
