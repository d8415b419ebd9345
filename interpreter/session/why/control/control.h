// Answers why the present cell is executed: the last decisions (`_`, `|`, `?`, and turns that the
// run itself has written) without which the pointer would not have come here.
//
// A cell depends on a decision from which the pointer can also go on, or end, without ever coming
// to the cell, in the direction in which it is entered now: weak control dependence
// (below). So leaving a loop is a decision. Each decision is judged by the paths
// of the field as it was when it was made.
#pragma once

#include "session/run_control/flow_graph.h"
#include "session/session.h"
#include "session/why/why.h"
#include "vm/machine.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace fungescope {

struct Decision {
  Tick tick = 0;  // the instant after it
  Point by{};
  Op op = Op::blank;
  Direction taken = Direction::east;
  bool written = false;              // the run has changed this cell
  std::optional<WhyAnswer> value{};  // that decided; none for `?`
};

struct WhyHere {
  Tick tick = 0;
  Point at{};
  std::vector<Decision> decisions{};  // the last first; each is one that the one before depends on
  bool complete = false;              // there are no further ones
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

// ---- Control dependence on the flow graph of a field
//
// Weak control dependence, of A. Podgurski and L. A. Clarke, "A Formal Model of Program
// Dependences" (1990): a path that continues for ever without coming there counts.

using FlowNodeSet = std::vector<bool>;

// Finds the nodes from which the pointer need not come to any of the targets: all but those whose
// every path leads to one, the targets themselves included. Cost: linear in the edges.
[[nodiscard]] FlowNodeSet nodes_avoiding(const FlowGraph& graph,
                                         std::span<const FlowGraph::Node> targets);

// The instant before which all instructions have been executed: the present, or the one before it
// if a fault refused the last instruction.
[[nodiscard]] Tick executed_until(const Machine& machine);

}  // namespace fungescope
